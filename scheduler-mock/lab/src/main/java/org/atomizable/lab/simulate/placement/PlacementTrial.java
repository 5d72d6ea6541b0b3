package org.atomizable.lab.simulate.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.atomizable.lab.simulate.workload.Draws;

/**
 * One run: pods arrive one after the other, and each is placed at once or never.
 *
 * <p>A node's score for a demand is kept until something is placed on the node, so that an arrival computes one new score at most for each
 * placement before it.
 */
final class PlacementTrial {

    private static final int UNKNOWN = Integer.MIN_VALUE;
    private static final int NOWHERE = -1;

    private final List<Pod> arriving;
    private final List<GpuNode> nodes;
    private final TypicalPods typical;
    private final Policy policy;
    private final Draws draws;
    private final Map<Demand, Integer> demands = new HashMap<>();
    private final int[][] scores;
    private final long gpuMilli;
    private final LoadCurve curve = new LoadCurve();
    private long arrived;
    private long used;
    private long fragments;
    private int placed;

    /** Prepares a run. Every policy sees the same arrivals and the same order of nodes for a seed. */
    PlacementTrial(PlacementWorkload workload, Policies policy, long seed) {
        Draws root = new Draws(seed);
        this.arriving = Arrivals.of(workload.pods(), workload.gpus(), root.fork());
        List<ClusterNode> order = new ArrayList<>(workload.nodes());
        Arrivals.shuffle(order, root.fork());
        this.nodes = order.stream().map(GpuNode::new).toList();
        this.draws = root.fork();
        this.typical = workload.typical();
        this.policy = policy.of(typical);
        arriving.forEach(it -> demands.putIfAbsent(it.demand(), demands.size()));
        this.scores = new int[nodes.size()][demands.size()];
        Arrays.stream(scores).forEach(it -> Arrays.fill(it, UNKNOWN));
        this.gpuMilli = (long) workload.gpus() * Demand.WHOLE_GPU;
        this.fragments = nodes.stream().mapToLong(typical::fragmentation).sum();
    }

    /** Lets all pods arrive. Reports the share of them that has, from 0 to 1. To be called once. */
    LoadCurve run(DoubleConsumer progress) {
        for (int i = 0; i < arriving.size(); i++) {
            arrive(arriving.get(i));
            curve.add((double) arrived, (double) used, (double) fragments / typical.weight(), (double) gpuMilli);
            progress.accept((i + 1.0) / arriving.size());
        }
        return curve;
    }

    private void arrive(Pod pod) {
        arrived += pod.demand().totalGpuMilli();
        int chosen = chosen(pod);
        if (chosen != NOWHERE) {
            place(pod, chosen);
        }
    }

    /** Returns the first of the nodes with the highest score, or any of them if the policy draws. */
    private int chosen(Pod pod) {
        int demand = demands.getOrDefault(pod.demand(), NOWHERE);
        int best = NOWHERE;
        int highest = 0;
        int equals = 0;
        for (int i = 0; i < nodes.size(); i++) {
            if (!nodes.get(i).fits(pod)) {
                continue;
            }
            int score = score(i, demand, pod.demand());
            if (best == NOWHERE || score > highest) {
                best = i;
                highest = score;
                equals = 1;
            } else if (policy.drawn() && score == highest && draws.below(++equals) == 0) {
                best = i;
            }
        }
        return best;
    }

    private int score(int node, int demand, Demand asked) {
        if (scores[node][demand] == UNKNOWN) {
            scores[node][demand] = policy.node().of(nodes.get(node), asked);
        }
        return scores[node][demand];
    }

    private void place(Pod pod, int chosen) {
        GpuNode node = nodes.get(chosen);
        fragments -= typical.fragmentation(node);
        if (pod.demand().isShare()) {
            node.share(pod, policy.gpu().of(node, pod.demand(), draws));
        } else {
            node.place(pod);
        }
        fragments += typical.fragmentation(node);
        used += pod.demand().totalGpuMilli();
        placed++;
        Arrays.fill(scores[chosen], UNKNOWN);
    }

    /** Returns the nodes in the order that the seed drew. */
    List<GpuNode> nodes() {
        return nodes;
    }

    /** Returns how many pods have arrived or will arrive. */
    int arrivals() {
        return arriving.size();
    }

    /** Returns how many pods have been placed. */
    int placed() {
        return placed;
    }
}
