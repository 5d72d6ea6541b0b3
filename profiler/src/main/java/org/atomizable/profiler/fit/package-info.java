/**
 * Bounds from observations.
 *
 * <p>In come plain numbers in the order in which they were observed, and a probability with a confidence; out comes a bound,
 * or nothing where the observations are too few to promise it. What is proved here needs no assumption on the distribution,
 * only that the observations are exchangeable: that their order tells nothing. This package never guesses silently, never
 * asks for the time, and is the only one that knows Commons Math.
 */
@NullMarked
package org.atomizable.profiler.fit;

import org.jspecify.annotations.NullMarked;
