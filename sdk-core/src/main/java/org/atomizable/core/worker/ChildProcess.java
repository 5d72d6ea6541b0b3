package org.atomizable.core.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.wire.WorkerLine;
import org.atomizable.api.wire.WorkerOrder;
import org.atomizable.core.wire.WireJson;

/**
 * A worker's process, as its launcher sees it. Orders are written as lines, answers are read as lines, and printed
 * output goes to a log file.
 */
final class ChildProcess {

    /** What a process that ends has left in its pipes is read in no time, unless a process of the job's holds them open. */
    private static final Duration MOST_TO_DRAIN = Duration.ofSeconds(2);

    private static final Duration MOST_TO_BEGIN = Duration.ofMinutes(5);
    private static final Duration MOST_TO_END = Duration.ofSeconds(10);

    private final Process process;
    private final WorkerLog log;
    private final long oomKillsBefore = OomKills.soFar();
    private final BufferedWriter orders;
    private volatile Duration startUp = Duration.ZERO;
    private final Set<ChildJob> served = ConcurrentHashMap.newKeySet();
    private final BlockingQueue<Optional<WorkerLine>> lines = new LinkedBlockingQueue<>();
    private final Thread reader;
    private final Thread printed;
    private boolean ready;
    private Optional<String> exits = Optional.empty();
    private volatile boolean killed;

    private ChildProcess(Process process, WorkerLog log) {
        this.process = process;
        this.log = log;
        this.orders = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        this.reader = started(this::read, "atomizable-worker-" + process.pid());
        this.printed = started(() -> log.pump(process.getErrorStream()), "atomizable-log-" + process.pid());
        started(this::endLines, "atomizable-end-" + process.pid());
    }

    private static Thread started(Runnable deed, String name) {
        Thread thread = new Thread(deed, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** A process that the job's native code started may hold the answers open for ever. */
    private void endLines() {
        try {
            process.waitFor();
            reader.join(MOST_TO_DRAIN.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (reader.isAlive()) {
            lines.add(Optional.empty());
        }
    }

    /** Starts a process and waits until it says that it is ready. */
    static ChildProcess start(List<String> command, Map<String, String> environment, Path log, Bytes logLimit)
            throws WorkerException, InterruptedException {
        ChildProcess child;
        try {
            WorkerLog opened = WorkerLog.open(log, logLimit);
            ProcessBuilder builder = new ProcessBuilder(Descriptors.apart(command));
            builder.environment().putAll(environment);
            child = new ChildProcess(builder.start(), opened);
        } catch (IOException e) {
            throw new WorkerException(
                    "a worker's process could not be started: " + e.getMessage(),
                    "Check that %s can be executed and %s written".formatted(command.get(0), log),
                    e);
        }
        String first = child.next(MOST_TO_BEGIN, FailureKind.WORKER_LOST).type();
        if (!first.equals("ready")) {
            child.kill();
            throw new WorkerException(
                    "the worker said \"%s\" where \"ready\" was expected".formatted(first), "Its log is " + log);
        }
        child.ready = true;
        return child;
    }

    private void read() {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = reader.readLine();
            while (line != null) {
                lines.add(Optional.of(WireJson.mapper().readValue(line, WorkerLine.class)));
                line = reader.readLine();
            }
        } catch (JsonProcessingException e) {
            // Whatever speaks another language on this stream cannot be trusted with a slice.
            process.destroyForcibly();
        } catch (IOException e) {
            process.destroy();
        } finally {
            lines.add(Optional.empty());
        }
    }

    void order(WorkerOrder order) throws WorkerException {
        try {
            String line = WireJson.mapper().writeValueAsString(order);
            synchronized (orders) {
                orders.write(line);
                orders.newLine();
                orders.flush();
            }
        } catch (IOException e) {
            // Why it takes no orders any more is told by whoever waits for its answer; nobody else needs to know.
            throw new WorkerException(
                    "the worker takes no orders (%s)".formatted(process.isAlive() ? "it still runs" : "it has ended"),
                    "Its log is %s; the job goes on from its last checkpoint".formatted(log.file()),
                    e);
        }
    }

    /** Waits for the next line. */
    WorkerLine next() throws WorkerException, InterruptedException {
        return understood(lines.take());
    }

    /**
     * Waits for the next line for so long; a process that says nothing until then is killed.
     *
     * @param silence what kind of failure that is
     */
    WorkerLine next(Duration most, FailureKind silence) throws WorkerException, InterruptedException {
        Optional<WorkerLine> line = lines.poll(most.toMillis(), TimeUnit.MILLISECONDS);
        if (line == null) {
            kill();
            throw new WorkerException(
                    silence,
                    "the worker said nothing for %d s and was killed; its last lines: \"%s\""
                            .formatted(most.toSeconds(), log.lastWords()),
                    "Look for native code or options of the JVM that stop all of it. Its log is " + log.file());
        }
        return understood(line);
    }

    private WorkerLine understood(Optional<WorkerLine> line) throws WorkerException, InterruptedException {
        if (line.isEmpty()) {
            lines.add(line);
            throw ended();
        }
        WorkerLine said = line.get();
        if (said.type().equals("exiting")) {
            exits = Optional.of(said.message() == null ? "an unknown place" : said.message());
            throw ended();
        }
        if (said.type().equals("error")) {
            throw new WorkerException(
                    said.why() == null ? FailureKind.WORKER_LOST : FailureKind.valueOf(said.why()),
                    String.valueOf(said.message()),
                    "The worker's log is " + log.file());
        }
        return said;
    }

    /** Waits for the process's end, and tells why it came to it. */
    private WorkerException ended() throws InterruptedException {
        if (!process.waitFor(MOST_TO_END.toMillis(), TimeUnit.MILLISECONDS) && exits.isEmpty()) {
            kill();
        }
        process.destroyForcibly().waitFor();
        printed.join(MOST_TO_DRAIN.toMillis());
        if (killed) {
            return new WorkerException(
                    "the worker was killed by its agent",
                    "Its log is %s; the job goes on from its last checkpoint".formatted(log.file()));
        }
        return new ProcessEnd(
                        process.exitValue(),
                        exits,
                        ready,
                        OomKills.soFar() - oomKillsBefore,
                        log.lastWords(),
                        log.file())
                .told();
    }

    long pid() {
        return process.pid();
    }

    /** Is told how long it took to start it. */
    void started(Duration took) {
        startUp = took;
    }

    Duration startUp() {
        return startUp;
    }

    /** Is told whose subjobs it has met. */
    void serves(ChildJob job) {
        served.add(job);
    }

    /** Tells whether it has run a subjob of that job, whichever came since: classes and engine stay loaded. */
    boolean hasServed(ChildJob job) {
        return served.contains(job);
    }

    /** Tells whether it has met no job yet. */
    boolean isFresh() {
        return served.isEmpty();
    }

    boolean alive() {
        return process.isAlive();
    }

    /** Ends the process, and sees to it that what it printed is in its log. */
    void close() {
        kill();
        try {
            printed.join(MOST_TO_DRAIN.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the process at once and waits until it is gone. */
    void kill() {
        killed = true;
        process.destroyForcibly();
        boolean interrupted = false;
        while (process.isAlive()) {
            try {
                process.waitFor();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
