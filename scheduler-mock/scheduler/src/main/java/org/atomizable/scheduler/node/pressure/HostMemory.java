package org.atomizable.scheduler.node.pressure;

import java.util.List;
import java.util.Optional;

/**
 * The memory figures of the host.
 *
 * @param memory of the cgroup if it has a limit, otherwise of the machine; absent if neither can be read
 * @param stalled share of the last 10 s in which all tasks of the cgroup, otherwise of the machine, waited for memory
 * @param problems a sentence for each file that is there and cannot be understood; its figures are absent
 */
record HostMemory(Optional<WatchedMemory> memory, Optional<Double> stalled, List<String> problems) {

    /** Copies the problems. */
    HostMemory {
        problems = List.copyOf(problems);
    }
}
