/**
 * Simulates populations of jobs that compete for windows by bids, in virtual time. It shows which strategy gets how much, how long
 * jobs wait, and how full the windows are.
 *
 * <p>Input: a {@link org.atomizable.lab.simulate.population.Population} and the rules of a
 * {@link org.atomizable.lab.simulate.population.MarketExperiment}. Output: an
 * {@link org.atomizable.lab.simulate.population.ExperimentReport}. The market is the scheduler's own, on
 * {@link org.atomizable.testkit.scheduler.VirtualMarket}. The jobs run no work and have no agent, whose profile would have to learn first:
 * the experiment draws what is true of them, computes what they declare, and reports the truth. The same seed gives the same report.
 */
@NullMarked
package org.atomizable.lab.simulate.population;

import org.jspecify.annotations.NullMarked;
