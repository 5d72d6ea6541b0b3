package org.atomizable.core.worker;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;

/**
 * A small process beside a worker's that ends the worker and everything it has started, even if the launcher is stopped or dead: {@link
 * #MARGIN} before the end of a lease, and earlier by as much as the machine has just been late. If the launcher is gone it ends the worker
 * at once, or, if a lease runs, at the end of that.
 */
final class Guardian implements AutoCloseable {

    /** So long before the end of a lease it kills at the latest. A worker that is not stuck has been halted by then. */
    static final Duration MARGIN = Duration.ofMillis(100);

    private static final Path SHELL = Path.of("/bin/sh");
    private static final List<Path> SESSIONS = List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));
    private static final String SCRIPT = script();
    private static final int MOST_WAITS = 300;
    private static final Duration BETWEEN = Duration.ofMillis(10);
    private static final String GONE = "gone ";

    private final Process process;
    private final BufferedWriter orders;
    private final BufferedReader told;
    private final TimeSource time;
    private long end;

    private Guardian(Process process, TimeSource time) {
        this.process = process;
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
        this.told = process.inputReader(StandardCharsets.UTF_8);
        this.time = time;
    }

    private static String script() {
        try (InputStream script = Guardian.class.getResourceAsStream("guardian.sh")) {
            if (script == null) {
                throw new IllegalStateException("guardian.sh is missing beside this class");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Starts one.
     *
     * @param worker the id of the worker's process
     * @param mark what the worker's processes have; on a system that does not show it, only those are found whose parents live
     * @return empty where there is no shell
     * @throws IOException if it cannot be started
     */
    static Optional<Guardian> beside(long worker, Mark mark, TimeSource time) throws IOException {
        if (!Files.isExecutable(SHELL)) {
            return Optional.empty();
        }
        List<String> command = new ArrayList<>();
        // In a session of its own it is not stopped with its launcher from a terminal.
        SESSIONS.stream().filter(Files::isExecutable).findFirst().ifPresent(it -> command.add(it.toString()));
        command.addAll(List.of(SHELL.toString(), "-c", SCRIPT, "atomizable-guardian", Long.toString(worker)));
        command.add(mark.isOn(worker) ? Long.toString(mark.bytes()) : "0");
        command.add(Long.toString(MARGIN.toMillis() / 10));
        Process started = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return Optional.of(new Guardian(started, time));
    }

    /**
     * A lease begins. When this returns the end is kept, whatever happens to this process.
     *
     * @param left until the lease ends
     * @throws IOException if the guardian is gone
     */
    synchronized void until(Duration left) throws IOException {
        end = SystemUptime.after(left, time);
        tell("until " + end);
    }

    /**
     * The lease has ended; none runs.
     *
     * @throws IOException if the guardian is gone
     */
    synchronized void free() throws IOException {
        tell("free");
    }

    private void tell(String line) throws IOException {
        orders.write(line + "\n");
        orders.flush();
    }

    /**
     * Returns how long before the end of the lease it saw that nothing was left, negative if after it; empty if it has not killed. Waits
     * while it kills, for some seconds at most.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    synchronized Optional<Duration> killedBefore() throws InterruptedException {
        try {
            String line = told.ready() ? told.readLine() : null;
            for (int waits = 0; line != null && !line.startsWith(GONE) && waits < MOST_WAITS; waits++) {
                if (told.ready()) {
                    line = told.readLine();
                } else {
                    time.sleep(BETWEEN);
                }
            }
            return Optional.ofNullable(line)
                    .filter(it -> it.startsWith(GONE))
                    .map(it -> SystemUptime.between(Long.parseLong(it.substring(GONE.length())), end));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Lets it end, and what is left of the worker with it. */
    @Override
    public synchronized void close() {
        try {
            free();
            orders.close();
        } catch (IOException alreadyGone) {
            process.destroyForcibly();
        }
    }
}
