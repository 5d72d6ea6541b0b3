package org.atomizable.scheduler.node.pressure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.atomizable.api.Bytes;

/**
 * The kernel's files on memory: {@code memory.current}, {@code memory.stat}, {@code memory.max} and {@code memory.pressure}
 * of a cgroup (version 2), {@code meminfo} and {@code pressure/memory} of the machine. A file that is not there leaves
 * its figures out. Immutable.
 */
final class HostMemoryFiles {

    /** The parser of a file's text. */
    @FunctionalInterface
    private interface Format<T> {
        T parse(String text) throws PressureTextException;
    }

    private final Path proc;
    private final Path cgroup;

    /**
     * Reads from two folders.
     *
     * @param proc {@code /proc}
     * @param cgroup folder of a cgroup, such as {@code /sys/fs/cgroup}; need not exist
     */
    HostMemoryFiles(Path proc, Path cgroup) {
        this.proc = proc;
        this.cgroup = cgroup;
    }

    /** Reads all that is there. */
    HostMemory read() {
        List<String> problems = new ArrayList<>();
        Optional<WatchedMemory> limited = limited(problems);
        Optional<WatchedMemory> memory =
                limited.isPresent() ? limited : file(proc.resolve("meminfo"), MemoryText::machine, problems);
        Optional<Double> own = file(cgroup.resolve("memory.pressure"), MemoryText::stalled, problems);
        Optional<Double> stalled =
                own.isPresent() ? own : file(proc.resolve("pressure").resolve("memory"), MemoryText::stalled, problems);
        return new HostMemory(memory, stalled, problems);
    }

    private Optional<WatchedMemory> limited(List<String> problems) {
        Optional<Bytes> used = file(cgroup.resolve("memory.current"), MemoryText::amount, problems);
        OptionalLong most =
                file(cgroup.resolve("memory.max"), MemoryText::limit, problems).orElse(OptionalLong.empty());
        if (used.isEmpty() || most.isEmpty() || most.getAsLong() == 0) {
            return Optional.empty();
        }
        // The kernel counts the files that it only keeps at hand, and these fill any limit in time.
        long droppable = file(cgroup.resolve("memory.stat"), MemoryText::droppable, problems)
                .orElse(0L);
        long held = Math.max(0, used.get().count() - droppable);
        return Optional.of(new WatchedMemory(WatchedMemory.HOST, Bytes.of(held), Bytes.of(most.getAsLong())));
    }

    private static <T> Optional<T> file(Path file, Format<T> format, List<String> problems) {
        try {
            return Optional.of(format.parse(Files.readString(file)));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        } catch (PressureTextException | IOException e) {
            problems.add("%s is left out: %s".formatted(file, e.getMessage()));
            return Optional.empty();
        }
    }
}
