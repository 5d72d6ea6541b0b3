package org.atomizable.lab.simulate.placement;

import java.util.Arrays;
import java.util.BitSet;

/** What is left of a node while pods are placed. Not safe for use by several threads. */
final class GpuNode {

    private final ClusterNode node;
    private final int[] gpuLeft;
    private final BitSet kinds = new BitSet();
    private int cpuLeft;
    private int memoryLeft;

    GpuNode(ClusterNode node) {
        this.node = node;
        this.cpuLeft = node.cpuMilli();
        this.memoryLeft = node.memoryMib();
        this.gpuLeft = new int[node.gpus()];
        Arrays.fill(gpuLeft, Demand.WHOLE_GPU);
    }

    int gpus() {
        return gpuLeft.length;
    }

    String model() {
        return node.model();
    }

    /** Returns the free thousandths of a CPU core. */
    int cpuLeft() {
        return cpuLeft;
    }

    int memoryLeft() {
        return memoryLeft;
    }

    /** Returns the free thousandths of one GPU. */
    int gpuLeft(int gpu) {
        return gpuLeft[gpu];
    }

    /** Returns the free thousandths of all its GPUs together. */
    int totalGpuLeft() {
        return Arrays.stream(gpuLeft).sum();
    }

    int wholeGpusLeft() {
        int whole = 0;
        for (int left : gpuLeft) {
            whole += left == Demand.WHOLE_GPU ? 1 : 0;
        }
        return whole;
    }

    /** Returns the free thousandths of each GPU, in a new array. */
    int[] gpusLeft() {
        return gpuLeft.clone();
    }

    boolean fits(Pod pod) {
        return pod.memoryMib() <= memoryLeft && fits(pod.demand());
    }

    boolean fits(Demand demand) {
        return demand.cpuMilli() <= cpuLeft && (demand.gpus() == 0 || (demand.accepts(model()) && hasGpus(demand)));
    }

    private boolean hasGpus(Demand demand) {
        int missing = demand.gpus();
        for (int i = 0; i < gpuLeft.length && missing > 0; i++) {
            missing -= gpuLeft[i] >= demand.gpuMilli() ? 1 : 0;
        }
        return missing == 0;
    }

    /** Places a pod that asks for no GPU, or for whole ones: it gets the first that are free. */
    void place(Pod pod) {
        int missing = pod.demand().gpus();
        for (int i = 0; i < gpuLeft.length && missing > 0; i++) {
            if (gpuLeft[i] == Demand.WHOLE_GPU) {
                gpuLeft[i] = 0;
                missing--;
            }
        }
        if (missing > 0) {
            throw new IllegalStateException(
                    "node %s lacks %s GPUs for pod %s".formatted(node.name(), missing, pod.name()));
        }
        took(pod);
    }

    /** Places a pod that shares a GPU. */
    void share(Pod pod, int gpu) {
        if (gpuLeft[gpu] < pod.demand().gpuMilli()) {
            throw new IllegalStateException(
                    "GPU %s of node %s is too full for pod %s".formatted(gpu, node.name(), pod.name()));
        }
        gpuLeft[gpu] -= pod.demand().gpuMilli();
        took(pod);
    }

    private void took(Pod pod) {
        cpuLeft -= pod.demand().cpuMilli();
        memoryLeft -= pod.memoryMib();
        if (cpuLeft < 0 || memoryLeft < 0) {
            throw new IllegalStateException("node %s is too full for pod %s".formatted(node.name(), pod.name()));
        }
        if (pod.demand().gpus() > 0) {
            kinds.set(kind(pod.demand()));
        }
    }

    /** Returns how many kinds of GPU pods it has: those that share a GPU, and those with 1, 2 or more whole GPUs. */
    int kinds() {
        return kinds.cardinality();
    }

    /** Returns whether it has pods of the same kind. */
    boolean hasKindOf(Demand demand) {
        return kinds.get(kind(demand));
    }

    private static int kind(Demand demand) {
        return demand.isShare() ? 0 : demand.gpus();
    }
}
