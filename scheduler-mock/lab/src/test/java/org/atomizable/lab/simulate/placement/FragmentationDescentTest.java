package org.atomizable.lab.simulate.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.atomizable.lab.simulate.placement.TinyCluster.demand;
import static org.atomizable.lab.simulate.placement.TinyCluster.left;
import static org.atomizable.lab.simulate.placement.TinyCluster.node;

import java.util.ArrayList;
import java.util.List;
import org.atomizable.lab.simulate.workload.Draws;
import org.junit.jupiter.api.Test;

/** Fragmentations and scores that were worked out by hand. Of ten pods, six ask for half a GPU, three for two GPUs, one for none. */
class FragmentationDescentTest {

    private static final Demand HALF = demand(1000, 1, 500);
    private static final Demand TWO = demand(2000, 2, 1000);
    private static final Demand NO_GPU = demand(4000, 0, 0);

    private final TypicalPods typical = TypicalPods.of(pods(6, 3, 1));
    private final FragmentationDescent descent = new FragmentationDescent(typical);

    private static List<Pod> pods(int halves, int pairs, int others) {
        List<Pod> pods = new ArrayList<>();
        for (int i = 0; i < halves + pairs + others; i++) {
            pods.add(new Pod("p" + i, i < halves ? HALF : i < halves + pairs ? TWO : NO_GPU, 0));
        }
        return pods;
    }

    /** With 19 of 20 pods, 95 % are reached; with 18 they are not. */
    @Test
    void demandsAreTypicalUpToNinetyFivePercent() {
        assertThat(TypicalPods.of(pods(16, 3, 1)).demands()).containsExactly(HALF, TWO);
        assertThat(TypicalPods.of(pods(16, 3, 1)).weight()).isEqualTo(19);
        assertThat(TypicalPods.of(pods(15, 3, 2)).demands()).containsExactly(HALF, TWO, NO_GPU);
    }

    /** Equally frequent demands: that with more CPU first. */
    @Test
    void theLargerOfEquallyFrequentDemandsComesFirst() {
        assertThat(TypicalPods.of(pods(1, 1, 1)).demands()).containsExactly(NO_GPU, TWO, HALF);
    }

    /** 1.4 GPUs are idle. Halves cannot use 0.4 of them, pairs cannot use any, and a pod without a GPU needs none. */
    @Test
    void fragmentationIsWhatTypicalPodsCannotUse() {
        assertThat(typical.fragmentation(left(node("n", 2), 400, 1000))).isEqualTo(6 * 400 + 3 * 1400 + 1400);
        // Two free GPUs: only the pods without a GPU cannot use them.
        assertThat(typical.fragmentation(left(node("n", 2)))).isEqualTo(2000);
    }

    /** With 1.5 cores, pairs cannot run, which need 2; nor can anybody with less than a core. */
    @Test
    void gpusWithoutCpuAreFragments() {
        assertThat(typical.fragmentation("T4", 1500, new int[] {1000, 1000})).isEqualTo(3 * 2000 + 2000);
        assertThat(typical.fragmentation("T4", 900, new int[] {1000, 1000})).isEqualTo(10 * 2000);
    }

    @Test
    void gpusOfAnotherModelAreFragments() {
        TypicalPods onlyV100 = TypicalPods.of(List.of(new Pod("p", demand(0, 1, 1000, "V100M16", "V100M32"), 0)));
        assertThat(onlyV100.fragmentation("T4", 1000, new int[] {1000})).isEqualTo(1000);
        assertThat(onlyV100.fragmentation("V100M32", 1000, new int[] {1000})).isZero();
    }

    /**
     * A half on the GPU with 500: fragmentation falls from 3 × 1500 + 1500 to 3 × 1000 + 1000, which is 0.2 GPUs for each of ten pods; the
     * logistic function of 0.2 is 0.5498. On the free GPU: to 3 × 1000 + 1000 too, with two GPUs half free.
     */
    @Test
    void theScoreIsTheLogisticFunctionOfTheDecrease() {
        GpuNode node = left(node("n", 2), 500, 1000);
        assertThat(descent.node(node, HALF)).isEqualTo(54);
        assertThat(descent.gpu(node, HALF, new Draws(1))).isZero();
    }

    /** A half on one of two free GPUs: from 2000 to 3 × 1500 + 1500, 0.4 GPUs more; 1 / (1 + e^0.4) is 0.4013. */
    @Test
    void breakingAPairOfGpusCosts() {
        assertThat(descent.node(left(node("n", 2)), HALF)).isEqualTo(40);
        // On a single GPU nothing is broken: from 4 × 1000 to 4 × 500, 0.2 GPUs less.
        assertThat(descent.node(left(node("n", 1)), HALF)).isEqualTo(54);
    }

    /** Two GPUs that are taken as a whole are no fragment for anybody: from 2000 to 0. */
    @Test
    void wholeGpusAreTakenTogether() {
        assertThat(descent.node(left(node("n", 2)), TWO)).isEqualTo(54);
    }

    /** Without enough CPU for anybody afterwards: from 2000 to 10 × 2000, 1.8 GPUs more; 1 / (1 + e^1.8) is 0.1419. */
    @Test
    void takingTheLastCpuCosts() {
        assertThat(descent.node(left(node("n", 2)), demand(15_500, 0, 0))).isEqualTo(14);
    }

    /** 600 left is the better GPU: 100 remain, of which halves lose 100; of 700, 200 would. */
    @Test
    void theGpuWithTheHighestScoreIsShared() {
        FragmentationDescent halves = new FragmentationDescent(TypicalPods.of(pods(1, 0, 0)));
        assertThat(halves.gpu(left(node("n", 3), 900, 550, 600), HALF, new Draws(1)))
                .isEqualTo(1);
    }
}
