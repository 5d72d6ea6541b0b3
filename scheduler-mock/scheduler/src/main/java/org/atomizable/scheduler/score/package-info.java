/**
 * What a bid is worth: features in [0, 1], declared by the job or seen by the scheduler, weighted into a utility on either side, and
 * both into one score.
 *
 * <p>{@code S = lambda * rho * h + (1 - lambda) * f + mu * age}, where h is the job's utility, f the scheduler's, rho how far the job
 * is believed, and age how long it has waited. A clearing maximizes S times the length of the bid. After JASDA (arXiv 2510.14599),
 * which leaves these functions open; they are ours. Pure.
 */
@NullMarked
package org.atomizable.scheduler.score;

import org.jspecify.annotations.NullMarked;
