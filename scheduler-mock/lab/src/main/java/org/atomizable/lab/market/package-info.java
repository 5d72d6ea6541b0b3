/**
 * Populations of simulated jobs that compete for windows by bids, in virtual time: to see which strategy gets how much, who waits how
 * long, and how full the windows are.
 *
 * <p>In come a {@link org.atomizable.lab.market.Population} and {@link org.atomizable.lab.market.LabRules}, out goes a
 * {@link org.atomizable.lab.market.LabReport}. Scores and clearing are the real ones; jobs have truths and declarations instead of
 * work. The same seed gives the same report.
 */
@NullMarked
package org.atomizable.lab.market;

import org.jspecify.annotations.NullMarked;
