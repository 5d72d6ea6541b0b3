package org.atomizable.lab.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.atomizable.api.time.TimeSource;

/**
 * The processes that this program has started and that live. They end with it: SIGTERM and Ctrl-C kill them too, and what is
 * killed with SIGKILL closes their standard input, see {@link org.atomizable.cli.ParentWatch}. Safe for use by several threads.
 */
public final class Offspring {

    private static final int PATIENCE_SECONDS = 5;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Offspring ALL = new Offspring();

    private final Set<Process> living = new HashSet<>();
    private boolean hooked;
    private boolean ending;

    private Offspring() {}

    /** Starts a process that ends when this one does. Its standard input stays open and empty until then. */
    public static Process start(ProcessBuilder command) throws IOException {
        return ALL.begin(command);
    }

    private synchronized Process begin(ProcessBuilder command) throws IOException {
        if (ending) {
            throw new IOException("this program is about to end and starts nothing more");
        }
        if (!hooked) {
            Runtime.getRuntime().addShutdownHook(new Thread(this::end, "atomizable-offspring"));
            hooked = true;
        }
        Process started = command.redirectInput(ProcessBuilder.Redirect.PIPE).start();
        living.removeIf(it -> !it.isAlive());
        living.add(started);
        return started;
    }

    /** Waits until a process has written a line to a file. Returns false if it ended before, or did not in five minutes. */
    public static boolean awaitLine(Process process, Path said) throws IOException, InterruptedException {
        TimeSource time = TimeSource.system();
        Instant until = time.now().plus(PATIENCE);
        while (!Files.exists(said) || !Files.readString(said).endsWith("\n")) {
            if (!process.isAlive() || time.now().isAfter(until)) {
                return false;
            }
            time.sleep(LOOK);
        }
        return true;
    }

    private synchronized void end() {
        ending = true;
        living.forEach(Process::destroyForcibly);
        try {
            for (Process each : living) {
                each.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }
}
