/**
 * {@code atomizable chaos}: runs a real scheduler, real workers and real jobs, and injects faults.
 *
 * <p>{@link org.atomizable.lab.chaos.TestCluster} runs the processes. {@link org.atomizable.lab.chaos.FaultyProxy} is
 * the network between them. {@link org.atomizable.lab.chaos.Nemesis} chooses the next fault from a seed.
 * {@link org.atomizable.lab.chaos.InvariantChecker} checks afterwards that the promises were kept.
 */
@NullMarked
package org.atomizable.lab.chaos;

import org.jspecify.annotations.NullMarked;
