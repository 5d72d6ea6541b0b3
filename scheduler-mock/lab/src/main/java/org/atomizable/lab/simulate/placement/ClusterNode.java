package org.atomizable.lab.simulate.placement;

/**
 * A machine with GPUs of one model.
 *
 * @param name its name
 * @param cpuMilli thousandths of a CPU core; 0 or more
 * @param memoryMib memory in MiB; 0 or more
 * @param gpus number of GPUs; 0 or more
 * @param model of its GPUs; empty if it has none
 */
record ClusterNode(String name, int cpuMilli, int memoryMib, int gpus, String model) {

    /** Refuses a negative size. */
    ClusterNode {
        if (cpuMilli < 0 || memoryMib < 0 || gpus < 0) {
            throw new IllegalArgumentException(
                    "node %s has %s thousandths of a core, %s MiB and %s GPUs; none of them may be negative"
                            .formatted(name, cpuMilli, memoryMib, gpus));
        }
    }
}
