package org.atomizable.lab.simulate.rival;

import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.Workload;

/** A scheduler that the market is compared with. */
@FunctionalInterface
public interface Rival {

    /** Runs a whole workload: until every task has finished. */
    Schedule run(Workload workload, RivalRules rules);
}
