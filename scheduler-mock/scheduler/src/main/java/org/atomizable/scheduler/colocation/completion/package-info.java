/**
 * Predicts the throughput of jobs that were not measured beside each other.
 *
 * <p>Input: an interference matrix with gaps. Output: the same matrix with a prediction and an interval for each gap whose jobs were
 * measured beside others. The package never changes a measured value, and the same matrix and seed give the same bits.
 */
@NullMarked
package org.atomizable.scheduler.colocation.completion;

import org.jspecify.annotations.NullMarked;
