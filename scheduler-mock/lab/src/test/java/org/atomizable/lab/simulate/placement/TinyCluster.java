package org.atomizable.lab.simulate.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Clusters and pods that are small enough to be worked out by hand. */
final class TinyCluster {

    private TinyCluster() {}

    /** A node with 16 cores and 64 GiB. */
    static ClusterNode node(String name, int gpus) {
        return new ClusterNode(name, 16_000, 65_536, gpus, gpus == 0 ? "" : "T4");
    }

    /** A pod with a core and a GiB. */
    static Pod pod(String name, int gpus, int gpuMilli) {
        return new Pod(name, demand(1000, gpus, gpuMilli), 1024);
    }

    static Demand demand(int cpuMilli, int gpus, int gpuMilli, String... models) {
        return new Demand(cpuMilli, gpus, gpuMilli, List.of(models));
    }

    /** A node of which so much of each GPU is left. */
    static GpuNode left(ClusterNode node, int... gpuLeft) {
        GpuNode made = new GpuNode(node);
        for (int i = 0; i < gpuLeft.length; i++) {
            if (gpuLeft[i] < Demand.WHOLE_GPU) {
                made.share(new Pod("there", demand(0, 1, Demand.WHOLE_GPU - gpuLeft[i]), 0), i);
            }
        }
        return made;
    }

    /** A cluster of up to eight nodes and up to sixty pods, at least one of each with a GPU. */
    static PlacementWorkload random(long seed) {
        Random random = new Random(seed);
        List<ClusterNode> nodes = new ArrayList<>(List.of(node("first", 1 + random.nextInt(8))));
        for (int i = random.nextInt(8); i > 0; i--) {
            nodes.add(new ClusterNode(
                    "n" + i,
                    1000 * random.nextInt(32),
                    1024 * random.nextInt(64),
                    random.nextInt(9),
                    random.nextBoolean() ? "T4" : "P100"));
        }
        List<Pod> pods = new ArrayList<>(List.of(pod("first", 1, 500)));
        for (int i = random.nextInt(60); i > 0; i--) {
            int gpus = random.nextInt(5);
            int milli = gpus == 0 ? 0 : gpus == 1 ? 1 + random.nextInt(1000) : 1000;
            String[] models = gpus > 0 && random.nextInt(4) == 0 ? new String[] {"P100"} : new String[0];
            pods.add(new Pod("p" + i, demand(1000 * random.nextInt(8), gpus, milli, models), 512 * random.nextInt(16)));
        }
        return PlacementWorkload.of("random", nodes, pods);
    }
}
