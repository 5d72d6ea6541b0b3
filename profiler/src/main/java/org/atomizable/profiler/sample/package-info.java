/**
 * Measures memory where a job runs.
 *
 * <p>Input: a running job or process. Output: on each call, the most memory used since the last call. A sampler is
 * called between atoms on the job's own thread. It starts no thread and keeps no history.
 */
@NullMarked
package org.atomizable.profiler.sample;

import org.jspecify.annotations.NullMarked;
