package org.atomizable.lab.simulate.rival;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.atomizable.lab.simulate.schedule.Conservation;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.AtomFactors;
import org.atomizable.lab.simulate.workload.MemoryStages;
import org.atomizable.lab.simulate.workload.Reservation;
import org.atomizable.lab.simulate.workload.SimulatedSlice;
import org.atomizable.lab.simulate.workload.SimulatedTask;
import org.atomizable.lab.simulate.workload.Workload;

/** A workload that is small enough to be worked out by hand. */
final class Tiny {

    private final List<SimulatedTask> tasks = new ArrayList<>();
    private final List<SimulatedSlice> slices = new ArrayList<>();
    private int nodes = 1;

    /** Puts the slices that are added from now on into another node. */
    Tiny node() {
        nodes++;
        return this;
    }

    /** Adds a slice that is reserved from the first to the second time, from the third to the fourth, and so on. */
    Tiny slice(double gib, double... reserved) {
        List<Reservation> reservations = new ArrayList<>();
        for (int i = 0; i < reserved.length; i += 2) {
            reservations.add(new Reservation(reserved[i], reserved[i + 1]));
        }
        slices.add(SimulatedSlice.reserved(
                "n%s-%s".formatted(nodes, slices.size()), "1g.%sgb".formatted((int) gib), gib, reservations));
        return this;
    }

    /** Lets the slice that was added last fail at these times. */
    Tiny failing(List<Double> times) {
        slices.add(slices.remove(slices.size() - 1).failingAt(times));
        return this;
    }

    Tiny task(double submit, double work, double gib) {
        return task(submit, work, gib, Optional.empty());
    }

    Tiny task(double submit, double work, double gib, Optional<Double> deadline) {
        tasks.add(new SimulatedTask(
                tasks.size(),
                "j" + tasks.size(),
                submit,
                work,
                1,
                MemoryStages.constant(gib),
                gib,
                AtomFactors.EQUAL,
                Optional.empty(),
                deadline));
        return this;
    }

    Workload workload() {
        return new Workload("tiny", 10_000, tasks, slices);
    }

    Schedule run(String rival) throws AtomizableException {
        return Conservation.checked(workload(), Rivals.named(rival).run(workload(), RivalRules.DEFAULT));
    }

    /** Returns when each task finishes under a rival. */
    List<Double> ends(String rival) throws AtomizableException {
        return run(rival).completions().stream().map(it -> it.orElseThrow()).toList();
    }
}
