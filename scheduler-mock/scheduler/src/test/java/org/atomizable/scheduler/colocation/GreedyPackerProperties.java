package org.atomizable.scheduler.colocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.api.Bytes;

class GreedyPackerProperties {

    private static final double MOST_LOST_ON_AVERAGE = 0.01;
    private static final double MOST_LOST = 0.25;

    @Property(tries = 300)
    void everyJobHasOnePlaceOrWaitsAndAllRulesAreKept(
            @ForAll @IntRange(max = 12) int jobs,
            @ForAll @IntRange(max = 6) int slices,
            @ForAll @IntRange(min = 1, max = 3) int largestSet,
            @ForAll boolean alike,
            @ForAll long seed) {
        PackingProblem problem = Problems.drawn(jobs, slices, largestSet, alike, seed);
        Packing packing = new GreedyPacker().pack(problem);
        List<PackedJob> all = new ArrayList<>(packing.waiting());
        double worth = 0;
        for (FreeSlice slice : problem.slices()) {
            List<PackedJob> together = packing.bySlice().getOrDefault(slice.id(), List.of());
            all.addAll(together);
            assertThat(together).hasSizeLessThanOrEqualTo(largestSet);
            long memory = together.stream().mapToLong(it -> it.memory().count()).sum();
            assertThat(
                            together.isEmpty()
                                    ? 0
                                    : memory + problem.rules().margin().count())
                    .isLessThanOrEqualTo(slice.capacity().count());
            for (PackedJob job : together) {
                RelativeThroughput throughput = beside(problem.matrix(), slice, job, together);
                assertThat(throughput.low())
                        .isGreaterThanOrEqualTo(1 - job.allowedLoss().orElse(1.0));
                worth += job.weight() * throughput.value();
            }
        }
        assertThat(all).containsExactlyInAnyOrderElementsOf(problem.jobs());
        assertThat(new HashSet<>(all)).hasSameSizeAs(all);
        assertThat(packing.worth()).isCloseTo(worth, within(1e-9));
        assertThat(new GreedyPacker().pack(problem)).isEqualTo(packing);
    }

    private static RelativeThroughput beside(
            InterferenceMatrix matrix, FreeSlice slice, PackedJob job, List<PackedJob> together) {
        JobGroup group = new JobGroup(together.stream().map(PackedJob::name).toList());
        return matrix.of(slice.kind(), job.name(), group.beside(job.name())).orElseThrow();
    }

    /** The figures of docs/published-results.md: sets of two and of three, slices of one kind and of two. */
    @Example
    void itLosesLittleAgainstTheBestPacking() {
        double lost = 0;
        double most = 0;
        int exact = 0;
        int all = 0;
        for (int seed = 0; seed < 200; seed++) {
            PackingProblem problem = Problems.drawn(3 + seed % 4, 1 + seed % 3, 2 + seed % 2, seed % 3 == 0, seed);
            double best = Problems.best(problem);
            double share = best == 0 ? 0 : 1 - new GreedyPacker().pack(problem).worth() / best;
            assertThat(share).isGreaterThanOrEqualTo(-1e-9);
            lost += share;
            most = Math.max(most, share);
            exact += share < 1e-9 ? 1 : 0;
            all++;
        }
        assertThat(lost / all)
                .as("mean loss; %s of %s exact, worst %s", exact, all, most)
                .isLessThan(MOST_LOST_ON_AVERAGE);
        assertThat(most).isLessThan(MOST_LOST);
    }

    @Example
    void aGuaranteeIsJudgedByTheLowerEndOfAnUncertainThroughput() {
        InterferenceMatrix.Cell one = InterferenceMatrix.Cell.of(
                Problems.drawn(1, 1, 2, true, 1).slices().get(0).kind(), "a", List.of("b"));
        InterferenceMatrix.Cell other = InterferenceMatrix.Cell.of(one.sharing().kind(), "b", List.of("a"));
        InterferenceMatrix matrix = InterferenceMatrix.EMPTY.withMeasured(Map.of(
                one,
                new RelativeThroughput(0.95, 0.80, 1, 3, "x"),
                other,
                new RelativeThroughput(0.9, 0.9, 0.9, 3, "x")));
        FreeSlice slice = new FreeSlice("s", one.sharing().kind(), Bytes.gibi(20));
        PackedJob free = PackedJob.of("1", "a", 1, Bytes.gibi(1));
        PackedJob neighbour = PackedJob.of("2", "b", 1, Bytes.gibi(1));
        PackingRules rules = new PackingRules(2, Bytes.ZERO);
        assertThat(new PackingProblem(List.of(free, neighbour), List.of(slice), matrix, rules)
                        .worth(slice, List.of(free, neighbour)))
                .hasValue(1.85);
        PackedJob guaranteed = free.mayLose(0.1);
        PackingProblem problem = new PackingProblem(List.of(guaranteed, neighbour), List.of(slice), matrix, rules);
        assertThat(problem.worth(slice, List.of(guaranteed, neighbour))).isEmpty();
        assertThat(new GreedyPacker().pack(problem).waiting()).containsExactly(neighbour);
    }
}
