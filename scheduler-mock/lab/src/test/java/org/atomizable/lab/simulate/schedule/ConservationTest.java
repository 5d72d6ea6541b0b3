package org.atomizable.lab.simulate.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.atomizable.lab.simulate.workload.AtomFactors;
import org.atomizable.lab.simulate.workload.MemoryStages;
import org.atomizable.lab.simulate.workload.Reservation;
import org.atomizable.lab.simulate.workload.SimulatedSlice;
import org.atomizable.lab.simulate.workload.SimulatedTask;
import org.atomizable.lab.simulate.workload.Workload;
import org.junit.jupiter.api.Test;

class ConservationTest {

    private static SimulatedTask task(int index, double submit, double gib) {
        return new SimulatedTask(
                index,
                "j" + index,
                submit,
                100,
                1,
                new MemoryStages(List.of(new MemoryStages.Stage(0, 0.3 * gib), new MemoryStages.Stage(0.5, 0.8 * gib))),
                gib,
                AtomFactors.EQUAL,
                Optional.empty(),
                Optional.empty());
    }

    private static final Workload WORKLOAD = new Workload(
            "w",
            1000,
            List.of(task(0, 10, 10), task(1, 0, 20)),
            List.of(
                    SimulatedSlice.reserved("small", "1g.10gb", 10, List.of(new Reservation(500, 600))),
                    SimulatedSlice.reserved("large", "2g.20gb", 20, List.of())));

    private static Execution run(int task, int slice, double from, double work) {
        return new Execution(
                task, slice, from, from + work, from + work, 0, work, 0, from, Execution.Stop.PLANNED, false);
    }

    private static List<String> broken(OptionalDouble end, Execution... executions) {
        return Conservation.broken(
                WORKLOAD,
                new Schedule(
                        "s", List.of(executions), List.of(end, OptionalDouble.empty()), List.of(), Incidents.NONE));
    }

    @Test
    void aTaskMayMoveBetweenSlices() {
        assertThat(broken(OptionalDouble.of(700), run(0, 1, 10, 40), run(0, 0, 640, 60)))
                .isEmpty();
    }

    @Test
    void aTaskMayUseASmallerSliceThanItAsksForWhileItNeedsNoMore() {
        assertThat(broken(OptionalDouble.of(110), run(0, 1, 10, 100), run(1, 0, 200, 50)))
                .isEmpty();
        assertThat(broken(OptionalDouble.of(110), run(0, 1, 10, 100), run(1, 0, 200, 60)))
                .singleElement()
                .asString()
                .contains("too small");
    }

    @Test
    void eachLawIsKept() {
        assertThat(broken(OptionalDouble.of(105), run(0, 1, 5, 100)))
                .singleElement()
                .asString()
                .contains("submitted or free");
        assertThat(broken(OptionalDouble.of(110), run(0, 1, 20, 90)))
                .hasSize(1)
                .first()
                .asString()
                .contains("90.0 s of work");
        assertThat(broken(OptionalDouble.of(560), run(0, 0, 460, 100)))
                .singleElement()
                .asString()
                .contains("within a hole");
        assertThat(broken(OptionalDouble.empty(), run(1, 0, 0, 60)))
                .singleElement()
                .asString()
                .contains("too small");
        assertThat(broken(OptionalDouble.empty(), run(0, 1, 20, 50), run(1, 1, 60, 50)))
                .singleElement()
                .asString()
                .contains("before the slice was free");
        assertThat(broken(OptionalDouble.empty(), run(0, 0, 20, 50), run(0, 1, 60, 50)))
                .singleElement()
                .asString()
                .contains("submitted or free");
        assertThat(broken(OptionalDouble.of(150), run(0, 1, 20, 100)))
                .singleElement()
                .asString()
                .contains("last execution");
        assertThat(broken(OptionalDouble.empty(), run(0, 1, 20, 101)))
                .singleElement()
                .asString()
                .contains("more work");
    }

    @Test
    void aBrokenLawIsAProgrammingError() {
        Schedule schedule = new Schedule(
                "s",
                List.of(run(0, 1, 5, 100)),
                List.of(OptionalDouble.of(105), OptionalDouble.empty()),
                List.of(),
                Incidents.NONE);
        assertThatThrownBy(() -> Conservation.checked(WORKLOAD, schedule))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("s on w breaks 1 laws");
    }
}
