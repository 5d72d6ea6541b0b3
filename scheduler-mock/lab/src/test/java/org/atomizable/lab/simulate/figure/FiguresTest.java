package org.atomizable.lab.simulate.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
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

class FiguresTest {

    private static SimulatedTask task(int index, double submit, double work, String tenant, double deadline) {
        return new SimulatedTask(
                index,
                "j" + index,
                submit,
                work,
                1,
                MemoryStages.constant(5),
                10,
                AtomFactors.EQUAL,
                Optional.of(tenant),
                Optional.of(deadline));
    }

    /** One slice that is free for 8000 of 10,000 s. Two tasks of an hour one after the other; the third does not finish. */
    private static Figures figures() {
        SimulatedSlice slice = SimulatedSlice.reserved("s", "1g.10gb", 10, List.of(new Reservation(8000, 10_000)));
        Workload workload = new Workload(
                "w",
                10_000,
                List.of(task(0, 0, 3600, "a", 3700), task(1, 0, 3600, "b", 3700), task(2, 0, 3600, "b", 99_999)),
                List.of(slice));
        Schedule schedule = new Schedule(
                "s",
                List.of(
                        new Execution(0, 0, 0, 3630, 3730, 20, 3600, 10, 0, Execution.Stop.PLANNED, false),
                        new Execution(1, 0, 3730, 7200, 7300, 20, 3000, 10, 3730, Execution.Stop.PLANNED, false),
                        new Execution(1, 0, 10_000, 10_800, 10_800, 20, 600, 10, 10_000, Execution.Stop.PLANNED, true)),
                List.of(OptionalDouble.of(3600), OptionalDouble.of(10_800), OptionalDouble.empty()),
                List.of(),
                new Incidents(1, 2, 3, 4, 6, 5));
        return Figures.of(workload, schedule);
    }

    /** Completions of 1 h and 3 h; waits of 0 h and 2 h; slowdowns of 1 and 3. The 95th percentile is 95 % of the way between two values. */
    @Test
    void timesAreMeasuredFromSubmission() {
        assertThat(figures().finished()).isEqualTo(2);
        assertThat(figures().meanCompletionHours()).isEqualTo(2);
        assertThat(figures().p50CompletionHours()).isEqualTo(2);
        assertThat(figures().p95CompletionHours()).isCloseTo(2.9, within(1e-12));
        assertThat(figures().meanWaitHours()).isEqualTo(1);
        assertThat(figures().meanBoundedSlowdown()).isEqualTo(2);
        assertThat(figures().p95BoundedSlowdown()).isCloseTo(2.9, within(1e-12));
    }

    /** The third task misses its deadline, as it does not finish. 6600 s of work before 10,000 s, and none of the 600 s after; 90 s of overhead; one subjob of 3030 s left work to do, in a lease of 3570 s. */
    @Test
    void timeOfSlicesIsCountedByUse() {
        assertThat(figures().utilization()).isCloseTo(6600.0 / 8000, within(1e-12));
        assertThat(figures().overheadShare()).isCloseTo(90.0 / 7290, within(1e-12));
        assertThat(figures().windowFill()).isCloseTo(3030.0 / 3570, within(1e-12));
        assertThat(figures().restoreShare()).isCloseTo(60.0 / 7290, within(1e-12));
        assertThat(figures().checkpointShare()).isCloseTo(30.0 / 7290, within(1e-12));
        assertThat(figures().subjobsPerJob()).isEqualTo(1);
        assertThat(figures().continues()).isEqualTo(1);
        assertThat(figures().incidents().memoryViolations()).isEqualTo(1);
        assertThat(figures().incidents().overruns()).isEqualTo(2);
        assertThat(figures().incidents().wastedAtoms()).isEqualTo(3);
        assertThat(figures().incidents().failures()).isEqualTo(4);
        assertThat(figures().incidents().rejectedThoughRunnable()).isEqualTo(5);
        assertThat(figures().incidents().lateRestores()).isEqualTo(6);
        assertThat(figures().deadlineMisses()).isEqualTo(2);
    }

    /** Speeds of 1 and 1/3: (4/3)² ÷ (2 × 10/9) = 0.8. */
    @Test
    void jainComparesTheSpeedsOfTenants() {
        assertThat(figures().jainIndex()).isCloseTo(0.8, within(1e-12));
    }

    /**
     * On average 0.8 slices are free. The first task shares them with two others for an hour: fair are 3 ÷ 0.8 hours. The second one
     * shares them with 2 others for an hour and one for two hours: 7/3 on average, and fair are 7/3 ÷ 0.8 hours.
     */
    @Test
    void theLargestFinishTimeRatioIsThatOfTheSecondTask() {
        assertThat(figures().largestFinishTimeRatio()).isCloseTo(3 / (7.0 / 3 / 0.8), within(1e-9));
    }

    /** Mean 2, deviation 1, three values: 4.3027 × 1 ÷ √3 on each side. */
    @Test
    void anIntervalIsThatOfStudent() {
        Interval interval = Interval.of(List.of(1.0, 2.0, 3.0));
        assertThat(interval.mean()).isEqualTo(2);
        assertThat(interval.high() - 2).isCloseTo(4.3027 / Math.sqrt(3), within(1e-9));
        assertThat(4.0).isBetween(interval.low(), interval.high());
        assertThat(Interval.of(List.of(5.0)).high()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Interval.reach(40)).isCloseTo(2.0211, within(1e-4));
        assertThat(Interval.reach(1000)).isCloseTo(1.9623, within(1e-4));
    }

    /** Seeds 1 and 2 are in both: differences 1 and 1, relative 0.5 and 0.1. */
    @Test
    void differencesArePairedByRun() {
        Interval paired = Interval.ofRelative(Map.of(1, 3.0, 2, 11.0, 3, 7.0), Map.of(1, 2.0, 2, 10.0));
        assertThat(paired.count()).isEqualTo(2);
        assertThat(paired.mean()).isCloseTo(0.3, within(1e-12));
    }
}
