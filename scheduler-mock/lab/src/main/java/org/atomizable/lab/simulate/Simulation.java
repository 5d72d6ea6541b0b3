package org.atomizable.lab.simulate;

import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.AtomizableException;
import org.atomizable.lab.simulate.figure.Figures;
import org.atomizable.lab.simulate.rival.RivalRules;
import org.atomizable.lab.simulate.rival.Rivals;
import org.atomizable.lab.simulate.schedule.Conservation;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.Workload;

/** Runs every scheduler on every workload. A schedule that breaks a law of conservation is refused. */
final class Simulation {

    /** Is told how far it is. */
    @FunctionalInterface
    interface Progress {
        /**
         * Tells.
         *
         * @param done runs that are over, and the done share of the one that runs
         * @param what the scheduler and the workload of the one that runs
         */
        void at(double done, String what);
    }

    private final List<Contender> contenders;
    private final Progress progress;
    private final DecisionRates rates;
    private int over;

    Simulation(List<Contender> contenders, Progress progress, DecisionRates rates) {
        this.rates = rates;
        this.contenders = List.copyOf(contenders);
        this.progress = progress;
    }

    /** Runs all of them once on a workload. */
    List<SimulationRun> of(Workload workload, long seed) throws AtomizableException {
        Figures ideal = Figures.of(workload, Rivals.named("ideal").run(workload, RivalRules.DEFAULT));
        List<SimulationRun> runs = new ArrayList<>();
        for (Contender contender : contenders) {
            String what = contender.name() + " on " + workload.name();
            progress.at(over, what);
            long began = rates.cpuNanos();
            Schedule schedule = contender.runner().run(workload, seed, share -> progress.at(over + share, what));
            rates.ran(schedule, began);
            runs.add(SimulationRun.of(workload, Conservation.checked(workload, schedule), seed, ideal));
            over++;
        }
        progress.at(over, "");
        return runs;
    }
}
