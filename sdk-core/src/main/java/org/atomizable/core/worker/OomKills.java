package org.atomizable.core.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Counts how often the kernel's out-of-memory killer has killed a process on this machine since boot. */
final class OomKills {

    private static final String COUNT = "oom_kill ";

    private OomKills() {}

    /** Returns the count; 0 where there is none. */
    static long soFar() {
        try {
            return in(Files.readAllLines(Path.of("/proc/vmstat")));
        } catch (IOException e) {
            return 0;
        }
    }

    static long in(List<String> vmstat) {
        return vmstat.stream()
                .filter(line -> line.startsWith(COUNT))
                .mapToLong(line -> Long.parseLong(line.substring(COUNT.length()).strip()))
                .findFirst()
                .orElse(0);
    }
}
