/**
 * Figures of a benchmark: ratios, percentiles and slopes, and a directory for its files.
 *
 * <p>Input: measured values. Output: numbers with intervals. The package measures nothing itself.
 */
@NullMarked
package org.atomizable.lab.bench.figure;

import org.jspecify.annotations.NullMarked;
