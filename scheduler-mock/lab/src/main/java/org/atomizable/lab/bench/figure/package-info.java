/**
 * The parts of each bench: ratios, percentiles and slopes, its report, and a directory for its files.
 *
 * <p>Input: measured values. Output: numbers with intervals. The package measures nothing itself.
 */
@NullMarked
package org.atomizable.lab.bench.figure;

import org.jspecify.annotations.NullMarked;
