package org.atomizable.core.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which processes catch a signal. A program consists of more than one: shells, the parts of a pipeline, launchers. */
final class Catching {

    private static final Path PROCESSES = Path.of("/proc");
    private static final String CAUGHT = "SigCgt:";
    private static final Map<String, Integer> NUMBERS =
            Map.of("HUP", 1, "INT", 2, "ABRT", 6, "USR1", 10, "USR2", 12, "TERM", 15);

    /** They run other programs, wait for them, and have no state themselves. */
    private static final Set<String> LAUNCHERS = Set.of(
            "sh", "bash", "dash", "ash", "busybox", "zsh", "ksh", "ksh93", "mksh", "fish", "time", "xargs", "strace",
            "script");

    private Catching() {}

    /** Tells whether this system says what a process does with a signal. */
    static boolean isKnown() {
        return Files.isReadable(PROCESSES.resolve("self/status"));
    }

    /**
     * Returns those that catch the signal: the shell of the line, if the line has a trap or an {@code exec}; else of those that it has
     * started, and behind shells and launchers of these that do not. A program that does not catch it has none: what its helpers catch
     * would not save its state.
     */
    static List<ProcessHandle> outermost(ProcessHandle line, String signal) {
        boolean isWaitingShell = signal.equals("INT") && isLauncher(line);
        // While it waits, a shell catches INT for itself.
        return !isWaitingShell && catches(line.pid(), signal) ? List.of(line) : behind(line, signal);
    }

    private static List<ProcessHandle> behind(ProcessHandle of, String signal) {
        List<ProcessHandle> found = new ArrayList<>();
        of.children().forEach(child -> {
            if (catches(child.pid(), signal)) {
                found.add(child);
            } else if (isLauncher(child)) {
                found.addAll(behind(child, signal));
            }
        });
        return found;
    }

    /** Tells whether it runs a program that only runs others. */
    static boolean isLauncher(ProcessHandle process) {
        return process.info()
                .command()
                .map(it -> isLauncher(it.substring(it.lastIndexOf('/') + 1)))
                .orElse(false);
    }

    /** Tells whether a program of this name runs others. */
    static boolean isLauncher(String name) {
        return LAUNCHERS.contains(name);
    }

    private static boolean catches(long pid, String signal) {
        int bit = NUMBERS.getOrDefault(signal, 1) - 1;
        try {
            return Files.readAllLines(PROCESSES.resolve(pid + "/status")).stream()
                    .filter(it -> it.startsWith(CAUGHT))
                    .map(it -> it.substring(CAUGHT.length()).strip())
                    .anyMatch(it -> (Long.parseUnsignedLong(it, 16) >>> bit & 1) == 1);
        } catch (IOException e) {
            // It has ended.
            return false;
        }
    }
}
