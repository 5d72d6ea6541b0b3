/**
 * Simulates populations of jobs that compete for windows by bids, in virtual time. It shows which strategy gets how much, how long
 * jobs wait, and how full the windows are.
 *
 * <p>Input: a {@link org.atomizable.lab.market.Population} and {@link org.atomizable.lab.market.ExperimentRules}. Output: an
 * {@link org.atomizable.lab.market.ExperimentReport}. The market is the scheduler's own
 * ({@link org.atomizable.scheduler.market.Market}). The jobs are agents of it that run no work: the experiment draws what is true of
 * them, computes what they declare, and reports the truth. The same seed gives the same report.
 */
@NullMarked
package org.atomizable.lab.market;

import org.jspecify.annotations.NullMarked;
