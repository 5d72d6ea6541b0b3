/**
 * Populations of simulated jobs that compete for windows by bids, in virtual time: to see which strategy gets how much, who waits how
 * long, and how full the windows are.
 *
 * <p>In come a {@link org.atomizable.scheduler.lab.Population} and {@link org.atomizable.scheduler.lab.LabRules}, out goes a
 * {@link org.atomizable.scheduler.lab.LabReport}. Scores and clearing are the real ones; jobs have truths and declarations instead of
 * work. The same seed gives the same report.
 */
@NullMarked
package org.atomizable.scheduler.lab;

import org.jspecify.annotations.NullMarked;
