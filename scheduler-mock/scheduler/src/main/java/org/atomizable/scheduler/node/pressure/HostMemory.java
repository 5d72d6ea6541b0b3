package org.atomizable.scheduler.node.pressure;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The memory figures of the host.
 *
 * @param memory of the cgroup if it has a limit, otherwise of the machine; absent if neither can be read
 * @param stalls of the cgroup, otherwise of the machine
 * @param kills how many processes of the cgroup the kernel killed for want of memory
 * @param problems a sentence for each file that is there and cannot be understood; its figures are absent
 */
record HostMemory(
        Optional<WatchedMemory> memory, Optional<MemoryStalls> stalls, Optional<Long> kills, List<String> problems) {

    /** Copies the problems. */
    HostMemory {
        problems = List.copyOf(problems);
    }

    /** Returns the share of the last 10 s in which all tasks waited for memory. */
    OptionalDouble stalled() {
        return stalls.isPresent() ? OptionalDouble.of(stalls.get().full().ten()) : OptionalDouble.empty();
    }
}
