package org.atomizable.lab.simulate.placement;

/**
 * Scores of the heuristics that the paper on fragmentation gradient descent compares with, as its simulator computes them: whole numbers
 * from 0 to 100, cut off rather than rounded, so that many nodes score the same.
 */
final class PackingScores {

    private static final int BEST = 100;

    /** What the published scores divide by: the largest node of the cluster. */
    private static final double MOST_CPU = 128_000;

    private static final int MOST_GPU = 8000;

    private PackingScores() {}

    /** Best fit: the less CPU and GPU is left afterwards, each as a share of the largest node, the better. */
    static int bestFit(GpuNode node, Demand demand) {
        double cpu = (node.cpuLeft() - demand.cpuMilli()) / MOST_CPU;
        double gpu = (node.totalGpuLeft() - demand.totalGpuMilli()) / (double) MOST_GPU;
        return (int) ((1 - (cpu * 0.5 + gpu * 0.5)) * BEST);
    }

    /** Dot product (Grandl et al., SIGCOMM 2014), reversed: the smaller the product of demand and rest, the better. */
    static int dotProduct(GpuNode node, Demand demand) {
        double cpu = node.cpuLeft() / MOST_CPU * (demand.cpuMilli() / MOST_CPU);
        double gpu = node.totalGpuLeft() / (double) MOST_GPU * (demand.totalGpuMilli() / (double) MOST_GPU);
        return (int) (BEST * (1 - (cpu + gpu) / 2));
    }

    /**
     * GPU clustering (Xiao et al., Gandiva, OSDI 2018): nodes with pods of this kind alone, then with this and other kinds, then empty
     * ones, then those with other kinds; within each of these, the fullest.
     */
    static int gpuClustering(GpuNode node, Demand demand) {
        if (demand.gpus() == 0) {
            return 0;
        }
        int quarter = BEST / 4;
        int fullness = quarter * (MOST_GPU - node.totalGpuLeft()) / MOST_GPU;
        if (node.hasKindOf(demand)) {
            return fullness + (node.kinds() == 1 ? 3 : 2) * quarter;
        }
        return fullness + (node.kinds() == 0 ? quarter : 0);
    }

    /** GPU packing (Weng et al., NSDI 2022): GPUs that are in use, then free ones of a used node, then an unused node. */
    static int gpuPacking(GpuNode node, Demand demand) {
        if (demand.gpus() == 0) {
            return 0;
        }
        int whole = node.wholeGpusLeft();
        if (whole == node.gpus()) {
            return Math.max(BEST / 3 - whole, whole);
        }
        if (!demand.isShare()) {
            return Math.max(BEST / 2 - demand.gpus(), BEST / 3);
        }
        int least = Demand.WHOLE_GPU;
        for (int i = 0; i < node.gpus(); i++) {
            if (node.gpuLeft(i) >= demand.gpuMilli()) {
                least = Math.min(least, node.gpuLeft(i));
            }
        }
        if (least == Demand.WHOLE_GPU) {
            return Math.max(BEST / 2 - 1, BEST / 3);
        }
        return BEST - least * 100 / Demand.WHOLE_GPU / 10;
    }
}
