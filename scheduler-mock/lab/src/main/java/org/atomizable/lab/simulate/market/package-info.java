/**
 * The project's own market in virtual time.
 *
 * <p>Input: a workload and the rules of a market. Output: the schedule that the market made. The market, its window rules and leases,
 * the agents' loop, their profiles and guards, and the loop that runs a subjob are the ones that run in production. Only a job's atoms
 * and the store of its checkpoints are models: they take time, and do nothing else.
 */
@NullMarked
package org.atomizable.lab.simulate.market;

import org.jspecify.annotations.NullMarked;
