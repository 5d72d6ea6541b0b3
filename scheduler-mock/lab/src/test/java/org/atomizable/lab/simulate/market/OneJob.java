package org.atomizable.lab.simulate.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.atomizable.lab.simulate.schedule.Conservation;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.AtomFactors;
import org.atomizable.lab.simulate.workload.MemoryStages;
import org.atomizable.lab.simulate.workload.Reservation;
import org.atomizable.lab.simulate.workload.SimulatedSlice;
import org.atomizable.lab.simulate.workload.SimulatedTask;
import org.atomizable.lab.simulate.workload.Workload;

/** Workloads of one job, all of whose atoms take equally long. */
final class OneJob {

    private OneJob() {}

    /** Returns a job that arrives at once and asks for as much memory as it needs at most, rounded up to 10 GiB. */
    static SimulatedTask task(String name, double atomSeconds, long atoms, MemoryStages memory) {
        double asked = 10 * Math.ceil(memory.peakGib() / 10);
        return new SimulatedTask(
                0, name, 0, atomSeconds, atoms, memory, asked, AtomFactors.EQUAL, Optional.empty(), Optional.empty());
    }

    /** Returns a job of 7 GiB on the only slice, of 10 GiB. */
    static Workload workload(
            String name, double atomSeconds, long atoms, long horizonSeconds, List<Reservation> reservations) {
        return new Workload(
                name,
                horizonSeconds,
                List.of(task(name, atomSeconds, atoms, MemoryStages.constant(7))),
                List.of(SimulatedSlice.reserved("only", "1g.10gb", 10, reservations)));
    }

    /** Has a market run a workload, which finishes and keeps the laws. */
    static Schedule finished(Workload workload, String market) throws Exception {
        Schedule schedule = Markets.watched(market).orElseThrow().run(workload, 1, share -> {});
        assertThat(Conservation.broken(workload, schedule)).isEmpty();
        assertThat(schedule.completions()).allMatch(OptionalDouble::isPresent);
        return schedule;
    }
}
