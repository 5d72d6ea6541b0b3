package org.atomizable.scheduler.node.pressure;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The memory of this machine, or of a cgroup, for a node whose jobs run on the CPU: the workers of all slices share it. */
public final class HostNodeMemory implements NodeMemory {

    private static final Logger LOG = LoggerFactory.getLogger(HostNodeMemory.class);
    private static final String MISSING =
            "the memory that jobs share cannot be read, or has no limit any more: its level stays as it is until it can be read";

    private static final Path PROC = Path.of("/proc");
    private static final Path CGROUP = Path.of("/sys/fs/cgroup");
    private static final Set<String> HOST = Set.of(WatchedMemory.HOST);

    private final HostMemoryFiles files;
    private List<String> problems = List.of();

    private HostNodeMemory(HostMemoryFiles files) {
        this.files = files;
    }

    /**
     * Returns the memory of the container in which this process runs, if its cgroup (version 2) has a limit, else that of the machine.
     *
     * @throws AtomizableException if it cannot be read, as on a system without {@code /proc/meminfo}
     */
    public static HostNodeMemory ofMachine() throws AtomizableException {
        return readable(
                new HostMemoryFiles(PROC, CGROUP),
                "the memory of this machine cannot be read from %s and %s".formatted(PROC.resolve("meminfo"), CGROUP),
                "Run the scheduler on Linux, or leave out --watch-memory");
    }

    /**
     * Returns the memory of a cgroup (version 2).
     *
     * @param cgroup its directory, such as {@code /sys/fs/cgroup/jobs.slice}
     * @throws AtomizableException if there is no such cgroup, or it has no limit
     */
    public static HostNodeMemory ofCgroup(Path cgroup) throws AtomizableException {
        return readable(
                // It is read alone, without the machine's files.
                new HostMemoryFiles(cgroup.resolve("no-machine"), cgroup),
                "\"%s\" is no cgroup (version 2) with a limit of memory".formatted(cgroup),
                "Name a directory with memory.current, and memory.max above 0, or host for the machine");
    }

    private static HostNodeMemory readable(HostMemoryFiles files, String otherwise, String remedy)
            throws AtomizableException {
        HostMemory read = files.read();
        if (read.memory().isEmpty()) {
            String why = read.problems().isEmpty() ? "" : ": " + String.join("; ", read.problems());
            throw new AtomizableException(otherwise + why, remedy);
        }
        return new HostNodeMemory(files);
    }

    @Override
    public Set<String> of(String slice) {
        return HOST;
    }

    @Override
    public PressureReading read(Map<String, Bytes> held, Instant now) {
        HostMemory host = files.read();
        List<String> wrong =
                host.memory().isPresent() || !host.problems().isEmpty() ? host.problems() : List.of(MISSING);
        if (!wrong.equals(problems)) {
            problems = wrong;
            problems.forEach(it -> LOG.warn("{}", it));
        }
        return PressureReading.of().with(host);
    }
}
