package org.atomizable.lab.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.atomizable.lab.simulate.market.Markets;
import org.atomizable.lab.simulate.rival.Rival;
import org.atomizable.lab.simulate.rival.RivalRules;
import org.atomizable.lab.simulate.rival.Rivals;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.schedule.SimulatedScheduler;
import org.atomizable.lab.simulate.workload.Workload;

/**
 * A scheduler in a comparison: the market or a rival.
 *
 * @param name what reports call it
 */
record Contender(String name, SimulatedScheduler scheduler) {

    /**
     * Returns the scheduler of that name.
     *
     * @param rules what subjobs cost, and how users estimate
     * @throws IllegalArgumentException naming those that exist
     */
    static Contender named(String name, RivalRules rules) throws AtomizableException {
        Optional<SimulatedScheduler> market = Markets.named(name, rules.overheads());
        if (market.isPresent()) {
            return new Contender(name, market.get());
        }
        if (!Rivals.names().contains(name)) {
            List<String> known = new ArrayList<>(Markets.names());
            known.addAll(Rivals.names());
            throw new IllegalArgumentException("--schedulers: there is no scheduler \"%s\". Choose from: %s"
                    .formatted(name, String.join(", ", known)));
        }
        Rival rival = Rivals.named(name);
        return new Contender(name, (workload, seed, progress) -> run(name, rival, workload, rules));
    }

    private static Schedule run(String name, Rival rival, Workload workload, RivalRules rules)
            throws AtomizableException {
        try {
            return rival.run(workload, rules);
        } catch (IllegalArgumentException noTime) {
            throw new AtomizableException(
                    "%s cannot run: %s".formatted(name, noTime.getMessage()),
                    "Leave it out, or make --restore and --checkpoint shorter.",
                    noTime);
        }
    }
}
