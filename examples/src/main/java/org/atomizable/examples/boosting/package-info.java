/**
 * Gradient boosting in plain Java, without DJL, as a program that keeps its loop: each turn adds one stump. The data are generated
 * from a seed.
 *
 * <p>{@code java org.atomizable.examples.boosting.Boosting rounds=200} runs it alone. {@code ./atomizable run --scheduler URL -p
 * rounds=200 org.atomizable.examples.boosting.Boosting} runs the same class in windows, and prints the same last line. The
 * state is the ensemble, what it predicts for each training row, and the best error so far. Which rows a round sees follows
 * from the seed and the round, so it is not saved.
 */
@NullMarked
package org.atomizable.examples.boosting;

import org.jspecify.annotations.NullMarked;
