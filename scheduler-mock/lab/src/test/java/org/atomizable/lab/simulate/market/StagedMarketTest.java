package org.atomizable.lab.simulate.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.atomizable.lab.simulate.schedule.Execution;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.MemoryStages;
import org.atomizable.lab.simulate.workload.Reservation;
import org.atomizable.lab.simulate.workload.SimulatedSlice;
import org.atomizable.lab.simulate.workload.SimulatedTask;
import org.atomizable.lab.simulate.workload.Workload;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A job needs 7 GiB in 60 % of its work and 17 GiB after that. The slice that holds both is free for a first look, and then taken for three
 * hours.
 */
class StagedMarketTest {

    private static final int SMALL = 0;
    private static final double LARGE_TAKEN = 300;
    private static final double LARGE_FREE = 3 * 3600;

    private static final SimulatedTask TASK = OneJob.task(
            "grows", 2, 4000, new MemoryStages(List.of(new MemoryStages.Stage(0, 7), new MemoryStages.Stage(0.6, 17))));

    private static final Workload WORKLOAD = new Workload(
            "staged",
            6 * 3600,
            List.of(TASK),
            List.of(
                    SimulatedSlice.reserved("small", "1g.10gb", 10, List.of()),
                    SimulatedSlice.reserved(
                            "large", "2g.20gb", 20, List.of(new Reservation(LARGE_TAKEN, LARGE_FREE)))));

    private static double workOnSmall(Schedule schedule) {
        return schedule.executions().stream()
                .filter(it -> it.slice() == SMALL)
                .mapToDouble(Execution::workSeconds)
                .sum();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sja-eff-1h", "sja-srpt-1h", "sja-unnamed", "jasda-unnamed"})
    void withoutNamedStagesItRunsOnTheSmallSliceAndLosesLittleAtTheChange(String market) throws Exception {
        Schedule schedule = OneJob.finished(WORKLOAD, market);
        assertThat(workOnSmall(schedule)).isGreaterThan(0.5 * TASK.workSeconds());
        assertThat(schedule.incidents().memoryViolations()).isLessThanOrEqualTo(1);
        assertThat(schedule.incidents().wastedAtoms() * TASK.atomSeconds()).isLessThanOrEqualTo(1200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sja", "jasda"})
    void withNamedStagesItRunsOnTheSmallSliceUntilTheChangeAndLosesNothing(String market) throws Exception {
        Schedule schedule = OneJob.finished(WORKLOAD, market);
        assertThat(workOnSmall(schedule)).isBetween(0.59 * TASK.workSeconds(), 0.601 * TASK.workSeconds());
        assertThat(schedule.incidents().memoryViolations()).isZero();
        assertThat(schedule.incidents().wastedAtoms()).isZero();
    }
}
