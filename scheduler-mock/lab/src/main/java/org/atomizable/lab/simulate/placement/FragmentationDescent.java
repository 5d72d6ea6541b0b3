package org.atomizable.lab.simulate.placement;

import org.atomizable.lab.simulate.workload.Draws;

/**
 * Fragmentation gradient descent (Weng et al., USENIX ATC 2023, algorithm 1): a pod goes where the fragmentation grows least.
 *
 * <p>The score is the logistic function of the decrease in GPUs, times 100 and cut off, as in the published simulator: 49 or less where
 * fragmentation grows, 50 or more where it does not.
 */
final class FragmentationDescent {

    private final TypicalPods typical;

    FragmentationDescent(TypicalPods typical) {
        this.typical = typical;
    }

    /** Returns the score of a node: that of the best of its GPUs if the pod shares one. */
    int node(GpuNode node, Demand demand) {
        return demand.isShare()
                ? score(node, demand, sharing(node, demand, best(node, demand)))
                : score(node, demand, taking(node, demand));
    }

    /** Returns the GPU with the highest score, the first of equal ones. */
    int gpu(GpuNode node, Demand demand, Draws draws) {
        return best(node, demand);
    }

    private int best(GpuNode node, Demand demand) {
        int best = -1;
        int highest = 0;
        for (int i = 0; i < node.gpus(); i++) {
            if (node.gpuLeft(i) >= demand.gpuMilli() && !isRepeated(node, i)) {
                int score = score(node, demand, sharing(node, demand, i));
                if (best < 0 || score > highest) {
                    best = i;
                    highest = score;
                }
            }
        }
        return best;
    }

    /** Returns whether an earlier GPU has as much left, and therefore the same score. */
    private static boolean isRepeated(GpuNode node, int gpu) {
        for (int i = 0; i < gpu; i++) {
            if (node.gpuLeft(i) == node.gpuLeft(gpu)) {
                return true;
            }
        }
        return false;
    }

    private static int[] sharing(GpuNode node, Demand demand, int gpu) {
        int[] left = node.gpusLeft();
        left[gpu] -= demand.gpuMilli();
        return left;
    }

    private static int[] taking(GpuNode node, Demand demand) {
        int[] left = node.gpusLeft();
        int missing = demand.gpus();
        for (int i = 0; i < left.length && missing > 0; i++) {
            if (left[i] == Demand.WHOLE_GPU) {
                left[i] = 0;
                missing--;
            }
        }
        return left;
    }

    private int score(GpuNode node, Demand demand, int[] gpuLeft) {
        long before = typical.fragmentation(node);
        long after = typical.fragmentation(node.model(), node.cpuLeft() - demand.cpuMilli(), gpuLeft);
        double gpus = (before - after) / ((double) typical.weight() * Demand.WHOLE_GPU);
        return (int) (100 / (1 + StrictMath.exp(-gpus)));
    }
}
