/**
 * Populations of simulated jobs that compete for windows by bids, in virtual time: to see which strategy gets how much, who waits how
 * long, and how full the windows are.
 *
 * <p>In come a {@link org.atomizable.lab.market.Population} and {@link org.atomizable.lab.market.ExperimentRules}, out goes an
 * {@link org.atomizable.lab.market.ExperimentReport}. The market is the scheduler's own
 * ({@link org.atomizable.scheduler.market.Market}); the jobs are agents of it that run no work: what is true of them and what they
 * declare is drawn and computed, and what they report is true. The same seed gives the same report.
 */
@NullMarked
package org.atomizable.lab.market;

import org.jspecify.annotations.NullMarked;
