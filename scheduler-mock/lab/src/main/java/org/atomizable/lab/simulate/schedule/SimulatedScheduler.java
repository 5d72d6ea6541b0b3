package org.atomizable.lab.simulate.schedule;

import java.util.function.DoubleConsumer;
import org.atomizable.api.AtomizableException;
import org.atomizable.lab.simulate.workload.Workload;

/** Runs a scheduler over a workload. */
@FunctionalInterface
public interface SimulatedScheduler {

    /**
     * Runs it.
     *
     * @param seed of all that it draws
     * @param progress is told the share of the tasks that have ended, by those that can tell
     * @throws AtomizableException if its subjobs would have no time for work
     */
    Schedule run(Workload workload, long seed, DoubleConsumer progress) throws AtomizableException;
}
