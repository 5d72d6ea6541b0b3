/**
 * The interference of jobs on one slice.
 *
 * <p>Input: the throughput of jobs beside each other, relative to alone, each with an interval and its source. Output: an
 * {@link org.atomizable.scheduler.colocation.InterferenceMatrix}, in which measured and predicted values are apart. The package
 * measures and predicts nothing, reads no clock and does no I/O.
 */
@NullMarked
package org.atomizable.scheduler.colocation;

import org.jspecify.annotations.NullMarked;
