package org.atomizable.lab.simulate.placement;

import org.atomizable.lab.simulate.workload.Draws;

/** Ways to choose the GPU of a node that a pod shares. */
final class GpuChoices {

    private GpuChoices() {}

    /** The fullest GPU that has enough left, and the first of equal ones. */
    static int fullest(GpuNode node, Demand demand, Draws draws) {
        int best = -1;
        for (int i = 0; i < node.gpus(); i++) {
            if (node.gpuLeft(i) >= demand.gpuMilli() && (best < 0 || node.gpuLeft(i) < node.gpuLeft(best))) {
                best = i;
            }
        }
        return best;
    }

    /** Any GPU that has enough left. */
    static int any(GpuNode node, Demand demand, Draws draws) {
        int seen = 0;
        int chosen = -1;
        for (int i = 0; i < node.gpus(); i++) {
            if (node.gpuLeft(i) >= demand.gpuMilli() && draws.below(++seen) == 0) {
                chosen = i;
            }
        }
        return chosen;
    }
}
