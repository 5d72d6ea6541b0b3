/**
 * Judges the rules of the profile: draws jobs of known kinds, bounds each of their subjobs from what was seen before it, and counts how
 * often the bound was exceeded.
 *
 * <p>Input: a {@link org.atomizable.profiler.judge.Setup} and {@link org.atomizable.profiler.judge.Generator}s. Output: a
 * {@link org.atomizable.profiler.judge.Judgement}, with the same figures for the rules that others use. The same seed gives the same
 * figures, whatever the number of threads.
 */
@NullMarked
package org.atomizable.profiler.judge;

import org.jspecify.annotations.NullMarked;
