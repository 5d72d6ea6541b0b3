/**
 * Surges of memory on simulated nodes: the airlock beside the host's killer and beside a rule that kills the newest job.
 *
 * <p>Input: a number of surges and seeds. Output: what each policy completed, lost, killed and kept, by class of job. The
 * package never reads a clock, and decides nothing that {@link org.atomizable.scheduler.node.airlock.Airlock} decides.
 */
@NullMarked
package org.atomizable.lab.simulate.pressure;

import org.jspecify.annotations.NullMarked;
