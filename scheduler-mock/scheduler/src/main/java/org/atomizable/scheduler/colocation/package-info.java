/**
 * The interference of jobs on one slice, and the decision which jobs share one.
 *
 * <p>Input: the throughput of jobs beside each other, relative to alone, each with an interval and its source; jobs with weights, memory
 * and guarantees; free slices. Output: an {@link org.atomizable.scheduler.colocation.InterferenceMatrix}, in which measured and predicted
 * values are apart, and a packing. The package never packs jobs of which nothing is known, more memory than a slice has, or a job whose
 * guarantee the others would break. It measures and predicts nothing, reads no clock and does no I/O.
 */
@NullMarked
package org.atomizable.scheduler.colocation;

import org.jspecify.annotations.NullMarked;
