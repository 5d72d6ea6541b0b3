package org.atomizable.lab.simulate.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.atomizable.lab.simulate.schedule.Execution;
import org.atomizable.lab.simulate.schedule.Incidents;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.AtomFactors;
import org.atomizable.lab.simulate.workload.MemoryStages;
import org.atomizable.lab.simulate.workload.Reservation;
import org.atomizable.lab.simulate.workload.SimulatedSlice;
import org.atomizable.lab.simulate.workload.SimulatedTask;
import org.atomizable.lab.simulate.workload.Workload;
import org.junit.jupiter.api.Test;

class IdleTimeTest {

    private static SimulatedTask task(int index, double submit) {
        return new SimulatedTask(
                index,
                "j" + index,
                submit,
                1,
                1000,
                MemoryStages.constant(5),
                10,
                AtomFactors.EQUAL,
                Optional.empty(),
                Optional.empty());
    }

    private static Execution execution(
            int task, double from, double to, double leasedUntil, double awarded, Execution.Stop stop) {
        return new Execution(task, 0, from, to, leasedUntil, 0, to - from, 0, awarded, stop, false);
    }

    /**
     * A slice that is free for 1000 s, and again after the horizon.
     *
     * <pre>
     *    0 nobody waits, 100 task 0 waits and is asked until 140, then the slice is awarded for 150
     *  150 task 0 runs until its planned end at 250, leased until 300; task 1 has waited since 200
     *  300 task 1 is asked until 320 and does not fit; it is awarded the slice at 400
     *  400 task 1 runs until a guard stops it at 500, leased until 520; it is awarded the slice at 600
     *  600 task 1 runs until 700 and finishes; nobody waits until the hole ends
     * </pre>
     */
    @Test
    void eachPartOfAHoleHasItsReason() {
        SimulatedSlice slice = SimulatedSlice.reserved("s", "1g.10gb", 10, List.of(new Reservation(1000, 2000)));
        Workload workload = new Workload("w", 2000, List.of(task(0, 100), task(1, 200)), List.of(slice));
        Schedule schedule = new Schedule(
                "s",
                List.of(
                        execution(0, 150, 250, 300, 140, Execution.Stop.PLANNED),
                        execution(1, 400, 500, 520, 400, Execution.Stop.GUARD),
                        execution(1, 600, 700, 700, 600, Execution.Stop.PLANNED)),
                List.of(OptionalDouble.of(250), OptionalDouble.of(700)),
                List.of(new Schedule.Offer(0, 100, 140), new Schedule.Offer(0, 300, 320)),
                Incidents.NONE);
        IdleTime idle = Figures.of(workload, schedule).idle();
        assertThat(idle.busy()).isCloseTo(0.3, within(1e-12));
        assertThat(idle.nobodyWaits()).isCloseTo(0.4, within(1e-12));
        assertThat(idle.bookedAhead()).isCloseTo(0.01, within(1e-12));
        assertThat(idle.plannedEnd()).isCloseTo(0.05, within(1e-12));
        assertThat(idle.guard()).isCloseTo(0.02, within(1e-12));
        assertThat(idle.lateAnswer()).isCloseTo(0.06, within(1e-12));
        assertThat(idle.tooSmall()).isCloseTo(0.16, within(1e-12));
    }
}
