/**
 * The score of a bid. Features in [0, 1] are declared by the job or observed by the scheduler. Each side weighs its
 * features into a utility, and both utilities make one score.
 *
 * <p>{@code S = lambda * rho * h + (1 - lambda) * f + mu * age}. Here h is the job's utility, f is the scheduler's, rho
 * is the job's reliability, and age is how long the job has waited. A clearing maximizes S times the length of the bid.
 * The formula follows JASDA (arXiv 2510.14599), which leaves these functions open; the choice of functions is this
 * project's. The package is pure.
 */
@NullMarked
package org.atomizable.scheduler.score;

import org.jspecify.annotations.NullMarked;
