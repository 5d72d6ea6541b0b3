package org.atomizable.lab.simulate.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.lab.simulate.placement.LoadCurve.Reading;
import org.atomizable.lab.simulate.workload.Draws;

class PlacementTrialProperties {

    @Property(tries = 150)
    void nothingIsLostAndNoNodeIsOverfull(@ForAll long workloadSeed, @ForAll long seed) {
        PlacementWorkload workload = TinyCluster.random(workloadSeed);
        for (Policies policy : Policies.values()) {
            PlacementTrial trial = new PlacementTrial(workload, policy, seed);
            LoadCurve curve = trial.run(share -> assertThat(share).isBetween(0.0, 1.0));
            long left = 0;
            for (GpuNode node : trial.nodes()) {
                assertThat(node.cpuLeft()).isNotNegative();
                assertThat(node.memoryLeft()).isNotNegative();
                for (int i = 0; i < node.gpus(); i++) {
                    assertThat(node.gpuLeft(i)).isBetween(0, Demand.WHOLE_GPU);
                    left += node.gpuLeft(i);
                }
            }
            double used = 100 - left / (10.0 * workload.gpus());
            double last = 0;
            for (int load = 0; load <= LoadCurve.MOST; load++) {
                for (Reading each : curve.at(load).stream().toList()) {
                    assertThat(each.allocated()).as(policy.word()).isBetween(0.0, Math.min(100, load + 1.5));
                    assertThat(each.fragmented()).isBetween(0.0, 100 - each.allocated() + 1e-9);
                    assertThat(each.fragmentedOfIdle()).isBetween(0.0, 100.0 + 1e-9);
                    last = each.allocated();
                }
            }
            assertThat(last).as(policy.word()).isLessThan(used + 1e-9);
            assertThat(trial.placed()).isLessThanOrEqualTo(trial.arrivals());
        }
    }

    @Property(tries = 40)
    void theSameSeedGivesTheSameRun(@ForAll long workloadSeed, @ForAll long seed) {
        for (Policies policy : Policies.values()) {
            assertThat(readings(workloadSeed, policy, seed)).isEqualTo(readings(workloadSeed, policy, seed));
        }
    }

    private static List<Object> readings(long workloadSeed, Policies policy, long seed) {
        LoadCurve curve = new PlacementTrial(TinyCluster.random(workloadSeed), policy, seed).run(share -> {});
        List<Object> readings = new ArrayList<>();
        for (int load = 0; load <= LoadCurve.MOST; load++) {
            readings.add(curve.at(load));
        }
        return readings;
    }

    @Property(tries = 100)
    void arrivalsComeFromTheWorkloadAndStopAtTheLimit(
            @ForAll long workloadSeed, @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int gpus) {
        List<Pod> pods = TinyCluster.random(workloadSeed).pods();
        List<Pod> arrivals = Arrivals.of(pods, gpus, new Draws(seed));
        assertThat(pods).containsAll(arrivals);
        assertThat(arrivals.stream()
                        .mapToLong(it -> it.demand().totalGpuMilli())
                        .sum())
                .isLessThanOrEqualTo(1300L * gpus);
        Map<Pod, Long> counts =
                arrivals.stream().collect(Collectors.groupingBy(it -> it, HashMap::new, Collectors.counting()));
        long asked = pods.stream().mapToLong(it -> it.demand().totalGpuMilli()).sum();
        if (asked <= 1300L * gpus) {
            assertThat(arrivals.subList(0, pods.size())).containsExactlyInAnyOrderElementsOf(pods);
        } else {
            assertThat(counts.values()).allMatch(it -> it == 1);
        }
    }

    /** Kept scores never go stale: a run that computes every score anew places every pod on the same node. */
    @Property(tries = 60)
    void keptScoresEqualComputedOnes(@ForAll long workloadSeed, @ForAll long seed) {
        PlacementWorkload workload = TinyCluster.random(workloadSeed);
        for (Policies each : Policies.values()) {
            if (each == Policies.RANDOM) {
                continue;
            }
            PlacementTrial trial = new PlacementTrial(workload, each, seed);
            trial.run(share -> {});
            List<GpuNode> nodes = textbook(workload, each.of(workload.typical()), seed);
            for (int i = 0; i < nodes.size(); i++) {
                assertThat(trial.nodes().get(i).gpusLeft())
                        .isEqualTo(nodes.get(i).gpusLeft());
                assertThat(trial.nodes().get(i).cpuLeft())
                        .isEqualTo(nodes.get(i).cpuLeft());
            }
        }
    }

    private static List<GpuNode> textbook(PlacementWorkload workload, Policy policy, long seed) {
        Draws root = new Draws(seed);
        List<Pod> arrivals = Arrivals.of(workload.pods(), workload.gpus(), root.fork());
        List<ClusterNode> order = new ArrayList<>(workload.nodes());
        Arrivals.shuffle(order, root.fork());
        List<GpuNode> nodes = order.stream().map(GpuNode::new).toList();
        for (Pod pod : arrivals) {
            List<GpuNode> fitting = nodes.stream().filter(it -> it.fits(pod)).toList();
            int highest = fitting.stream()
                    .mapToInt(it -> policy.node().of(it, pod.demand()))
                    .max()
                    .orElse(0);
            fitting.stream()
                    .filter(it -> policy.node().of(it, pod.demand()) == highest)
                    .findFirst()
                    .ifPresent(it -> {
                        if (pod.demand().isShare()) {
                            it.share(pod, policy.gpu().of(it, pod.demand(), root));
                        } else {
                            it.place(pod);
                        }
                    });
        }
        return nodes;
    }

    /** Nothing is fragmented that is not idle, and typical pods are at least 95 % of all. */
    @Property(tries = 60)
    void fragmentsAreIdleAndTypicalPodsAreMost(@ForAll long workloadSeed) {
        PlacementWorkload workload = TinyCluster.random(workloadSeed);
        for (GpuNode node : workload.nodes().stream().map(GpuNode::new).toList()) {
            long idle = node.totalGpuLeft() * workload.typical().weight();
            assertThat(workload.typical().fragmentation(node)).isBetween(0L, idle);
        }
        assertThat((double) workload.typical().weight())
                .isCloseTo(workload.pods().size(), within(0.05 * workload.pods().size()));
    }
}
