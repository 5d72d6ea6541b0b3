/**
 * Measures memory where a job runs.
 *
 * <p>In comes a running job or process, out comes, each time it is asked, the most memory used since it was last asked. A
 * sampler is called between atoms on the job's own thread; it starts no thread and keeps no history.
 */
@NullMarked
package org.atomizable.profiler.sample;

import org.jspecify.annotations.NullMarked;
