/**
 * {@code atomizable chaos}: a real scheduler, real workers and real jobs, and everything that can happen to them.
 *
 * <p>{@link org.atomizable.lab.chaos.TestCluster} has the processes, {@link org.atomizable.lab.chaos.FaultyProxy} the network between them,
 * {@link org.atomizable.lab.chaos.Nemesis} decides from a seed what goes wrong next, and {@link org.atomizable.lab.chaos.InvariantChecker} says
 * afterwards whether the promises were kept.
 */
@NullMarked
package org.atomizable.lab.chaos;

import org.jspecify.annotations.NullMarked;
