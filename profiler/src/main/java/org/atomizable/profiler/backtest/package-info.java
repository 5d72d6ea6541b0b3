/**
 * Checks a profile's bounds against past subjobs: what the profile would have promised, and what the subjobs needed.
 *
 * <p>Input: a {@link org.atomizable.profiler.store.Recording}. Its samples are divided into
 * {@link org.atomizable.profiler.backtest.PastSubjob}s and replayed in order of time. Each subjob is bounded only from
 * samples that were made before it. Output: a {@link org.atomizable.profiler.backtest.Backtest}, with the same figures
 * for the rules of thumb that other systems use.
 */
@NullMarked
package org.atomizable.profiler.backtest;

import org.jspecify.annotations.NullMarked;
