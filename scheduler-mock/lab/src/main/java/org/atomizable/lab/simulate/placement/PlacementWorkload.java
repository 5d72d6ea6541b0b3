package org.atomizable.lab.simulate.placement;

import java.util.List;

/**
 * A cluster and the pods that arrive there.
 *
 * @param name of the pod list
 * @param nodes the cluster; at least one has a GPU
 * @param pods the pods from which arrivals are drawn; at least one asks for a GPU
 * @param typical their typical demands
 */
record PlacementWorkload(String name, List<ClusterNode> nodes, List<Pod> pods, TypicalPods typical) {

    /** Refuses a workload without GPUs. */
    PlacementWorkload {
        nodes = List.copyOf(nodes);
        pods = List.copyOf(pods);
        if (nodes.stream().noneMatch(it -> it.gpus() > 0)) {
            throw new IllegalArgumentException("no node has a GPU");
        }
        if (pods.stream().noneMatch(it -> it.demand().gpus() > 0)) {
            throw new IllegalArgumentException("no pod asks for a GPU");
        }
    }

    static PlacementWorkload of(String name, List<ClusterNode> nodes, List<Pod> pods) {
        return new PlacementWorkload(name, nodes, pods, TypicalPods.of(pods));
    }

    /** Returns the number of GPUs of all nodes. */
    int gpus() {
        return nodes.stream().mapToInt(ClusterNode::gpus).sum();
    }
}
