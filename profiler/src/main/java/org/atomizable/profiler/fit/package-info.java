/**
 * Computes upper bounds from observations.
 *
 * <p>Input: numbers in the order in which they were observed, a probability and a confidence. Output: a bound, or
 * nothing if there are too few observations for it. The proofs assume nothing about the distribution. They assume only
 * that the observations are exchangeable: their order carries no information. This package never guesses silently and
 * never reads a clock. It is the only package that uses Commons Math.
 */
@NullMarked
package org.atomizable.profiler.fit;

import org.jspecify.annotations.NullMarked;
