/**
 * The reference scheduler in this JVM, in virtual time. Input: jobs, and a source of windows. Output: the grants, reports and end of each
 * job, and its checkpoints.
 *
 * <p>The market, its leases, the agents, the runner and the checkpoint store are those of production. There is no network, no process
 * and no GPU, and an atom takes a second of virtual time.
 */
@NullMarked
package org.atomizable.testkit.scheduler;

import org.jspecify.annotations.NullMarked;
