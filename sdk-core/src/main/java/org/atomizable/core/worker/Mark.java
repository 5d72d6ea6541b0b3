package org.atomizable.core.worker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * By this a worker's processes are found, also those whose parent is dead and those in other sessions: a soft limit of resident memory,
 * which every child inherits and Linux does not enforce. It is larger than any memory, and each worker has another.
 *
 * <p>A process can take the mark off by changing that limit. A job that does this on purpose is not found.
 *
 * @param kibi the limit in KiB, as {@code ulimit -m} takes it
 */
record Mark(long kibi) {

    private static final Path PROCESSES = Path.of("/proc");
    private static final String LIMIT = "Max resident set ";
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final long LEAST = 1L << 41;
    private static final int STATE = 2;

    /** Refuses a limit that some machine's memory might reach. */
    Mark {
        if (kibi < LEAST || kibi > Long.MAX_VALUE / 1024) {
            throw new IllegalArgumentException("a mark must be 2^41 or more, and fit in bytes, was " + kibi);
        }
    }

    /** Returns a mark that no other worker has. */
    static Mark fresh() {
        return new Mark(LEAST + RANDOM.nextLong(LEAST) | 1);
    }

    /** Returns the mark that a launcher on another machine has chosen for this process; empty if there is none. */
    static Optional<Mark> given(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(Descriptors.VARIABLE)).map(it -> new Mark(Long.parseLong(it)));
    }

    /** Returns the limit as the system shows it. */
    long bytes() {
        return kibi * 1024;
    }

    /** Tells whether a process has this mark. */
    boolean isOn(long process) {
        return isOn(PROCESSES.resolve(Long.toString(process)));
    }

    private boolean isOn(Path process) {
        try {
            return Files.readString(process.resolve("limits"))
                    .lines()
                    .filter(it -> it.startsWith(LIMIT))
                    .anyMatch(it -> it.substring(LIMIT.length()).strip().startsWith(bytes() + " "));
        } catch (IOException | UncheckedIOException gone) {
            return false;
        }
    }

    /** Returns the ids of the processes with this mark that are not dead; none on a system that does not tell limits. */
    List<Long> alive() {
        List<Long> alive = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path process : all) {
                if (isOn(process) && isAlive(process)) {
                    alive.add(Long.parseLong(process.getFileName().toString()));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
        return alive;
    }

    /** Tells whether a process is there and not dead: in a container nobody may bury the dead, which use nothing. */
    static boolean isAlive(long process) {
        return isAlive(PROCESSES.resolve(Long.toString(process)));
    }

    private static boolean isAlive(Path process) {
        try {
            String stat = Files.readString(process.resolve("stat"));
            char state = stat.charAt(stat.lastIndexOf(')') + STATE);
            return state != 'Z' && state != 'X';
        } catch (IOException | UncheckedIOException gone) {
            return false;
        }
    }
}
