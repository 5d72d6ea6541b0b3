package org.atomizable.lab.simulate.placement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The most frequent demands of a workload, and the fragmentation that they see (Weng et al., USENIX ATC 2023, section 4).
 *
 * <p>A demand is typical if it is among the most frequent ones that together make up 95 % of the pods. Pods without a GPU count. Of equally
 * frequent demands, the larger one comes first: by CPU, share of a GPU, number of GPUs and models.
 *
 * <p>The fragmentation of a node is the idle GPU time share that a typical pod, drawn by frequency, cannot use: everything if the pod
 * cannot run there or asks for no GPU, and else the rests of GPUs that are too small for it. It is kept as a whole number, the sum over
 * the typical demands of their count times thousandths of a GPU, so that no rounding decides a placement.
 */
final class TypicalPods {

    private static final int PERCENT = 95;

    private static final Comparator<Demand> BY_SIZE = Comparator.comparingInt(Demand::cpuMilli)
            .thenComparingInt(Demand::gpuMilli)
            .thenComparingInt(Demand::gpus)
            .thenComparing(it -> String.join("|", it.models()));

    private record Counted(Demand demand, long count) {}

    private final List<Counted> typical;
    private final long weight;

    private TypicalPods(List<Counted> typical) {
        this.typical = List.copyOf(typical);
        this.weight = typical.stream().mapToLong(Counted::count).sum();
    }

    /** Counts the demands of these pods. There must be at least one. */
    static TypicalPods of(Collection<Pod> pods) {
        Map<Demand, Long> counts = new HashMap<>();
        pods.forEach(it -> counts.merge(it.demand(), 1L, Long::sum));
        List<Counted> all = counts.entrySet().stream()
                .map(it -> new Counted(it.getKey(), it.getValue()))
                .sorted(Comparator.comparingLong(Counted::count)
                        .thenComparing(Counted::demand, BY_SIZE)
                        .reversed())
                .toList();
        List<Counted> typical = new ArrayList<>();
        long counted = 0;
        for (int i = 0; 100 * counted < (long) PERCENT * pods.size(); i++) {
            typical.add(all.get(i));
            counted += all.get(i).count();
        }
        return new TypicalPods(typical);
    }

    List<Demand> demands() {
        return typical.stream().map(Counted::demand).toList();
    }

    /** Returns how many pods have a typical demand: what a fragmentation is divided by to get thousandths of a GPU. */
    long weight() {
        return weight;
    }

    /** Returns the fragmentation of a node, in thousandths of a GPU times {@link #weight}. */
    long fragmentation(GpuNode node) {
        return fragmentation(node.model(), node.cpuLeft(), node.gpusLeft());
    }

    /** Returns what the fragmentation of a node would be. */
    long fragmentation(String model, int cpuLeft, int[] gpuLeft) {
        long idle = 0;
        for (int left : gpuLeft) {
            idle += left;
        }
        long sum = 0;
        for (Counted each : typical) {
            sum += each.count() * unusable(each.demand(), model, cpuLeft, gpuLeft, idle);
        }
        return sum;
    }

    private static long unusable(Demand demand, String model, int cpuLeft, int[] gpuLeft, long idle) {
        if (demand.gpus() == 0 || cpuLeft < demand.cpuMilli() || !demand.accepts(model)) {
            return idle;
        }
        int sufficient = 0;
        long rests = 0;
        for (int left : gpuLeft) {
            if (left >= demand.gpuMilli()) {
                sufficient++;
            } else {
                rests += left;
            }
        }
        return sufficient < demand.gpus() ? idle : rests;
    }
}
