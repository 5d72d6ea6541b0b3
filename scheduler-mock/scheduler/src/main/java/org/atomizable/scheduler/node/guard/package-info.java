/**
 * The guard of guarantees among jobs that share a GPU: who is throttled, and then suspended, if a job loses more than it may.
 *
 * <p>Input: the jobs of a GPU, and how much slower than alone each was measured to run. Output: actions with their causes, and measured
 * throughputs for the interference matrix. The package never acts itself, reads no clock, and never touches a job with a guarantee.
 */
@NullMarked
package org.atomizable.scheduler.node.guard;

import org.jspecify.annotations.NullMarked;
