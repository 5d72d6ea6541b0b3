package org.atomizable.lab.simulate.rival;

import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.Workload;

/** A scheduler that the market is compared with. */
@FunctionalInterface
public interface Rival {

    /**
     * Runs a whole workload, until every task has finished.
     *
     * @throws IllegalArgumentException if restore and checkpoint leave no time for work in the shortest hole that the rival uses
     */
    Schedule run(Workload workload, RivalRules rules);
}
