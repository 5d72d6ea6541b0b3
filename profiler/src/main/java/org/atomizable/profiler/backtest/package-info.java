/**
 * What a profile would have promised of subjobs that are over, against what they needed.
 *
 * <p>In comes a {@link org.atomizable.profiler.store.Recording}, whose samples are cut into
 * {@link org.atomizable.profiler.backtest.PastSubjob}s and replayed in the order of time: each is bounded by what was known
 * before it. Out comes a {@link org.atomizable.profiler.backtest.Backtest}, with the same for the rules that others use.
 */
@NullMarked
package org.atomizable.profiler.backtest;

import org.jspecify.annotations.NullMarked;
