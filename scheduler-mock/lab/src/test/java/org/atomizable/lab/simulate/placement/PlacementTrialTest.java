package org.atomizable.lab.simulate.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.atomizable.lab.simulate.placement.TinyCluster.node;
import static org.atomizable.lab.simulate.placement.TinyCluster.pod;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.atomizable.lab.simulate.placement.LoadCurve.Reading;
import org.junit.jupiter.api.Test;

/** Runs that were worked out by hand. */
class PlacementTrialTest {

    /** Ten GPUs and pods of one GPU: 13 arrive, 10 are placed. After the ninth, 90 % have arrived and are allocated. */
    @Test
    void podsArriveUpToAHundredAndThirtyPercent() {
        PlacementWorkload workload =
                PlacementWorkload.of("ones", List.of(node("a", 8), node("b", 2)), List.of(pod("p", 1, 1000)));
        for (Policies policy : Policies.values()) {
            PlacementTrial trial = new PlacementTrial(workload, policy, 7);
            LoadCurve curve = trial.run(share -> {});
            assertThat(trial.arrivals()).as(policy.word()).isEqualTo(13);
            assertThat(trial.placed()).as(policy.word()).isEqualTo(10);
            assertThat(curve.at(90)).as(policy.word()).contains(new Reading(90, 0, 0));
            assertThat(curve.at(130)).as(policy.word()).contains(new Reading(100, 0, 0));
            // Nothing arrives between 90 % and 100 %, and nothing is within one percent of 95 %.
            assertThat(curve.at(95)).as(policy.word()).isEmpty();
            assertThat(curve.at(99)).as(policy.word()).isEqualTo(curve.at(100));
        }
    }

    /**
     * The pod of two GPUs fits no node. Ten GPUs, so 13 may arrive: the pod, ten others of one GPU, and two more that find all GPUs taken.
     */
    @Test
    void aPodThatFitsNowhereCountsAsArrived() {
        List<ClusterNode> nodes =
                IntStream.range(0, 10).mapToObj(it -> node("n" + it, 1)).toList();
        List<Pod> pods = new ArrayList<>(List.of(pod("pair", 2, 1000)));
        IntStream.range(0, 11).forEach(it -> pods.add(pod("p" + it, 1, 1000)));
        PlacementTrial trial = new PlacementTrial(PlacementWorkload.of("pair", nodes, pods), Policies.BEST_FIT, 1);
        LoadCurve curve = trial.run(share -> {});
        assertThat(trial.arrivals()).isEqualTo(12);
        assertThat(trial.placed()).isEqualTo(10);
        assertThat(curve.at(130).orElseThrow().allocated()).isEqualTo(100);
    }

    /** Without memory, nothing is placed at all. */
    @Test
    void memoryCounts() {
        PlacementWorkload workload = PlacementWorkload.of(
                "memory", List.of(new ClusterNode("a", 16_000, 1000, 4, "T4")), List.of(pod("p", 1, 1000)));
        PlacementTrial trial = new PlacementTrial(workload, Policies.FRAGMENTATION_DESCENT, 1);
        assertThat(trial.run(share -> {}).at(100).orElseThrow().allocated()).isZero();
        assertThat(trial.arrivals()).isEqualTo(5);
    }

    /** Of 40 arrivals on equal nodes, a policy that draws uses all of them, and the order of the seed decides for the others. */
    @Test
    void onlyRandomSpreadsEqualNodes() {
        List<ClusterNode> nodes = List.of(node("a", 8), node("b", 8), node("c", 8));
        PlacementWorkload workload = PlacementWorkload.of("cpu", nodes, List.of(pod("p", 0, 0), pod("q", 1, 1000)));
        PlacementTrial packing = new PlacementTrial(workload, Policies.GPU_PACKING, 1);
        packing.run(share -> {});
        assertThat(packing.nodes().get(0).cpuLeft()).isZero();
        PlacementTrial random = new PlacementTrial(workload, Policies.RANDOM, 1);
        random.run(share -> {});
        assertThat(random.nodes()).allMatch(it -> it.cpuLeft() < 8000);
    }
}
