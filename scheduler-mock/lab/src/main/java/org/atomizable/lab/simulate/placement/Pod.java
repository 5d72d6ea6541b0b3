package org.atomizable.lab.simulate.placement;

/**
 * A pod that arrives and never leaves.
 *
 * @param name its name in the list
 * @param demand what it asks for besides memory
 * @param memoryMib memory in MiB; 0 or more
 */
record Pod(String name, Demand demand, int memoryMib) {

    /** Refuses negative memory. */
    Pod {
        if (memoryMib < 0) {
            throw new IllegalArgumentException("pod %s may not ask for %s MiB".formatted(name, memoryMib));
        }
    }
}
