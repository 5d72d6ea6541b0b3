package org.atomizable.lab.simulate.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.atomizable.api.AtomizableException;
import org.junit.jupiter.api.Test;

class ReplayedWorkloadTest {

    private static GeneratorOptions options(String cluster, int jobs, double load) throws AtomizableException {
        return GeneratorOptions.longHoles(ClusterShape.parse(cluster), 3).loaded(jobs, load);
    }

    private static List<Double> classes(String cluster, double... shares) throws AtomizableException {
        List<TracedJob> traced = IntStream.range(0, shares.length)
                .mapToObj(it -> new TracedJob(it, 1000, OptionalDouble.of(shares[it])))
                .toList();
        return WorkloadGenerator.replay("shares", options(cluster, shares.length, 0.5), traced).tasks().stream()
                .map(SimulatedTask::classGib)
                .toList();
    }

    /** Twice the load halves the time over which the same jobs arrive. */
    @Test
    void arrivalsAreCompressedToTheLoad() throws Exception {
        String cluster = "1x(3g.40gb,1g.10gb)";
        List<TracedJob> traced = List.of(new TracedJob(0, 1000), new TracedJob(10, 600), new TracedJob(40, 800));
        Workload slow = WorkloadGenerator.replay("slow", options(cluster, 3, 0.4), traced);
        Workload fast = WorkloadGenerator.replay("fast", options(cluster, 3, 0.8), traced);
        assertThat(slow.horizonSeconds() / fast.horizonSeconds()).isBetween(1.99, 2.01);
        assertThat(fast.tasks().get(1).submit() / fast.horizonSeconds()).isBetween(0.249, 0.251);
        assertThatThrownBy(() -> WorkloadGenerator.replay("more", options(cluster, 300, 0.4), traced))
                .hasMessageContaining("300 jobs are wanted");
    }

    @Test
    void aShareOfAGpuIsASizeOfSlice() throws Exception {
        assertThat(classes("1x(7g.80gb,3g.40gb,2g.20gb,1g.10gb)", 0.01, 1.0 / 7, 0.15, 2.0 / 7, 0.3, 3.0 / 7, 0.43, 1))
                .containsExactly(10.0, 10.0, 20.0, 20.0, 40.0, 40.0, 80.0, 80.0);
    }

    @Test
    void aSizeThatTheClusterLacksIsTheNextLargerOrTheLargest() throws Exception {
        assertThat(classes("1x(3g.40gb,1g.10gb)", 0.2, 0.4, 1)).containsExactly(40.0, 40.0, 40.0);
        assertThat(classes("1x(1g.10gb)", 0.2, 1)).containsExactly(10.0, 10.0);
    }

    /** The lengths are those of the trace, in another order than there; arrivals are drawn. */
    @Test
    void aTraceWithoutArrivalsIsShuffled() throws Exception {
        List<TracedJob> traced = IntStream.range(0, 40)
                .mapToObj(it -> new TracedJob(0, 1000 + 100 * it))
                .toList();
        Workload workload = WorkloadGenerator.shuffled("shuffled", options("1x(1g.10gb)", 40, 0.5), traced);
        List<Double> work =
                workload.tasks().stream().map(SimulatedTask::workSeconds).toList();
        assertThat(work).isNotEqualTo(work.stream().sorted().toList());
        List<Double> sorted = work.stream().sorted().toList();
        for (int i = 0; i < 40; i++) {
            assertThat(sorted.get(i)).isCloseTo(1000 + 100 * i, within(5.0));
        }
        assertThat(workload.tasks())
                .extracting(SimulatedTask::submit)
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(WorkloadGenerator.shuffled("shuffled", options("1x(1g.10gb)", 40, 0.5), traced))
                .isEqualTo(workload);
        assertThatThrownBy(() -> WorkloadGenerator.shuffled("more", options("1x(1g.10gb)", 41, 0.5), traced))
                .hasMessageContaining("41 jobs are wanted, the trace has 40");
    }
}
