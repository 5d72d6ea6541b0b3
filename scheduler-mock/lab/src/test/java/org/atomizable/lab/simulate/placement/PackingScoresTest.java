package org.atomizable.lab.simulate.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.atomizable.lab.simulate.placement.TinyCluster.demand;
import static org.atomizable.lab.simulate.placement.TinyCluster.left;
import static org.atomizable.lab.simulate.placement.TinyCluster.node;

import java.util.List;
import org.atomizable.lab.simulate.workload.Draws;
import org.junit.jupiter.api.Test;

/** Scores that were worked out by hand from the published rules. */
class PackingScoresTest {

    private static final Demand HALF = demand(4000, 1, 500);
    private static final Demand TWO = demand(4000, 2, 1000);
    private static final Demand NO_GPU = demand(4000, 0, 0);

    /** (16 - 4) / 128 of the CPU and (1.7 - 0.5) / 8 of the GPUs are left: 100 × (1 - 0.09375 / 2 - 0.15 / 2) = 87.8. */
    @Test
    void bestFitCountsWhatIsLeftAfterwards() {
        assertThat(PackingScores.bestFit(left(node("n", 2), 700, 1000), HALF)).isEqualTo(87);
        // Without the second GPU: 100 × (1 - 0.09375 / 2 - 0.025 / 2) = 94.06.
        assertThat(PackingScores.bestFit(left(node("n", 1), 700), HALF)).isEqualTo(94);
    }

    /** 16 / 128 × 4 / 128 + 1.7 / 8 × 0.5 / 8 = 0.0172: 100 × (1 - 0.0172 / 2) = 99.1. With 8 free GPUs and 2 of them: 87.3. */
    @Test
    void dotProductPrefersSmallRests() {
        assertThat(PackingScores.dotProduct(left(node("n", 2), 700, 1000), HALF))
                .isEqualTo(99);
        assertThat(PackingScores.dotProduct(left(node("n", 8)), TWO)).isEqualTo(87);
    }

    /** 6.5 of 8 GPUs are left, so the fullness is 25 × 1.5 / 8 = 4. */
    @Test
    void clusteringSeeksPodsOfTheSameKind() {
        GpuNode shared = left(node("n", 8), 100, 400);
        assertThat(PackingScores.gpuClustering(shared, HALF)).isEqualTo(75 + 4);
        assertThat(PackingScores.gpuClustering(shared, TWO)).isEqualTo(4);
        assertThat(PackingScores.gpuClustering(left(node("n", 8)), TWO)).isEqualTo(25);
        shared.place(new Pod("whole", TWO, 0));
        // 4.5 GPUs are left now: 25 × 3.5 / 8 = 10.
        assertThat(PackingScores.gpuClustering(shared, HALF)).isEqualTo(50 + 10);
        assertThat(PackingScores.gpuClustering(shared, NO_GPU)).isZero();
    }

    @Test
    void packingUsesTheFullestGpuThenTheUsedNodeThenTheUnusedOne() {
        // 60 % of the GPU is left: a tenth of that is taken off.
        assertThat(PackingScores.gpuPacking(left(node("n", 4), 1000, 600, 700), HALF))
                .isEqualTo(100 - 6);
        assertThat(PackingScores.gpuPacking(left(node("n", 4), 400), HALF)).isEqualTo(50 - 1);
        assertThat(PackingScores.gpuPacking(left(node("n", 4), 400), TWO)).isEqualTo(50 - 2);
        assertThat(PackingScores.gpuPacking(left(node("n", 4)), TWO)).isEqualTo(33 - 4);
        assertThat(PackingScores.gpuPacking(left(node("n", 4)), NO_GPU)).isZero();
    }

    @Test
    void theFullestSufficientGpuIsShared() {
        assertThat(GpuChoices.fullest(left(node("n", 4), 1000, 600, 400, 600), HALF, new Draws(1)))
                .isEqualTo(1);
    }

    @Test
    void anySufficientGpuIsDrawn() {
        Draws draws = new Draws(1);
        int[] drawn = new int[4];
        for (int i = 0; i < 3000; i++) {
            drawn[GpuChoices.any(left(node("n", 4), 1000, 600, 400, 500), HALF, draws)]++;
        }
        assertThat(drawn[2]).isZero();
        assertThat(List.of(drawn[0], drawn[1], drawn[3])).allMatch(it -> it > 850 && it < 1150);
    }
}
