package org.atomizable.core.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.device.Limit;
import org.atomizable.core.worker.channel.MalformedMessageException;
import org.atomizable.core.worker.channel.WorkerChannel;
import org.atomizable.core.worker.channel.WorkerCommand;
import org.atomizable.core.worker.channel.WorkerHost;

/** A worker's process, seen from its launcher: commands go in, events come out, what is printed goes to a log file. */
final class ChildProcess implements WorkerHost {

    /** The rest in the pipes of an ended process is read at once, unless another process of the job holds them open. */
    private static final Duration MOST_TO_DRAIN = Duration.ofSeconds(2);

    private static final Duration MOST_TO_BEGIN = Duration.ofMinutes(2);
    private static final Duration MOST_TO_END = Duration.ofSeconds(10);

    /** A worker elsewhere is told that its grant ends so much earlier: that it has ended shows some time later. */
    static final Duration EARLY = Duration.ofSeconds(2);

    /** To end by its order takes a worker elsewhere so long, on a slow network. */
    private static final Duration MOST_TO_EXIT = Duration.ofSeconds(2);

    private static final Duration MOST_TO_LEAVE = Duration.ofSeconds(6);

    private static final int SIGNAL = 128;
    private static final int KILL = 9;

    private final Process process;
    private final WorkerLog log;
    private final long oomKillsBefore = OomKills.soFar();
    private final Set<ChildJob> served = ConcurrentHashMap.newKeySet();
    private final Thread printed;
    private final WorkerChannel channel;
    private final LeaseKeeper lease;
    private final Optional<Elsewhere.Entrance> entrance;
    private boolean cleared;
    private volatile boolean ready;
    private volatile boolean killed;

    private ChildProcess(
            Process process, WorkerLog log, Mark mark, TimeSource time, Optional<Elsewhere.Entrance> entrance) {
        this.process = process;
        this.log = log;
        this.entrance = entrance;
        this.lease = new LeaseKeeper(new WorkerProcesses(process.toHandle(), mark), time);
        this.printed = started(() -> log.pump(process.getErrorStream()), "atomizable-log-" + process.pid());
        String name = "atomizable-worker-" + process.pid();
        this.channel = WorkerChannel.of(name, process.getInputStream(), process.getOutputStream(), this);
        started(this::endLines, "atomizable-end-" + process.pid());
    }

    private static Thread started(Runnable action, String name) {
        Thread thread = new Thread(action, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** A process that the job's native code started may hold the answers open for ever. */
    private void endLines() {
        try {
            process.waitFor();
            // Nothing that it has started may outlive it, on its slice.
            lease.sweep();
            clear();
            channel.endWithin(MOST_TO_DRAIN);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A worker elsewhere ends if it hears nothing for long. */
    private void greet() {
        try {
            while (!process.waitFor(Silence.BETWEEN.toMillis(), TimeUnit.MILLISECONDS)) {
                channel.greet();
            }
        } catch (WorkerException | InterruptedException ended) {
            // Its end is seen where its next event is awaited.
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Starts a process and waits until it says that it is ready.
     *
     * @param entrance to the machine on which it starts; empty if that is this one
     */
    static ChildProcess start(
            List<String> command,
            Map<String, String> environment,
            Path log,
            Bytes logLimit,
            TimeSource time,
            Optional<Elsewhere.Entrance> entrance)
            throws WorkerException, InterruptedException {
        ChildProcess child;
        try {
            WorkerLog opened = WorkerLog.open(log, logLimit);
            Mark mark = Mark.fresh();
            ProcessBuilder builder = new ProcessBuilder(
                    entrance.isPresent()
                            ? Descriptors.apartBehind(entrance.get().command(), command, mark)
                            : Descriptors.apart(command, mark));
            builder.environment().putAll(environment);
            Secrets.removeFrom(builder.environment());
            child = new ChildProcess(builder.start(), opened, mark, time, entrance);
        } catch (IOException e) {
            throw new WorkerException(
                    "a worker's process could not be started: " + e.getMessage(),
                    Limit.reached(String.valueOf(e.getMessage()))
                            .map(Limit::remedy)
                            .orElse("Check that %s can be executed and %s written".formatted(command.get(0), log)),
                    e);
        }
        try {
            child.channel.awaitReady(MOST_TO_BEGIN);
        } catch (InterruptedException e) {
            child.kill();
            throw e;
        }
        child.ready = true;
        if (entrance.isEmpty()) {
            child.lease.keep();
        } else {
            started(child::greet, "atomizable-greeting-" + child.pid());
        }
        return child;
    }

    /** Returns the line to the worker. */
    WorkerChannel channel() {
        return channel;
    }

    /** Returns how much earlier than its grants it must end. */
    Duration endsEarly() {
        return entrance.isPresent() ? EARLY : Duration.ZERO;
    }

    /** Returns what takes what it prints. */
    WorkerLog log() {
        return log;
    }

    /** Returns what keeps the ends of its grants. */
    LeaseKeeper lease() {
        return lease;
    }

    /** Returns what is done to the process itself. */
    ProcessControl control() {
        return new ProcessControl(process.toHandle());
    }

    /** Returns the id of its process. */
    long pid() {
        return process.pid();
    }

    /** A killed process counts as dead, though the system may still show it. */
    @Override
    public boolean isAlive() {
        return !killed && process.isAlive();
    }

    /** Whatever speaks another language on this stream cannot be trusted with a slice. */
    @Override
    public void unreadable(IOException why) {
        if (entrance.isEmpty()
                && (why instanceof JsonProcessingException || why instanceof MalformedMessageException)) {
            process.toHandle().destroyForcibly();
        } else {
            process.toHandle().destroy();
        }
    }

    @Override
    public String whereToLook() {
        return "Its log is " + log.file();
    }

    @Override
    public String lastWords() {
        return log.lastWords();
    }

    /** Waits for the process's end, and tells why it came to it. */
    @Override
    public WorkerException ended(Optional<String> exits) throws InterruptedException {
        if (!process.waitFor(MOST_TO_END.toMillis(), TimeUnit.MILLISECONDS) && exits.isEmpty()) {
            kill();
        }
        leave();
        process.toHandle().destroyForcibly();
        process.waitFor();
        clear();
        Optional<WorkerException> cut = lease.cut(isHalted(), log.file());
        printed.join(MOST_TO_DRAIN.toMillis());
        // Closes its output, which another process may hold open. Done earlier, its last lines would be lost.
        process.destroyForcibly();
        if (cut.isPresent()) {
            return cut.get();
        }
        if (entrance.isPresent() && !ready && !killed) {
            return entrance.get().notStarted(log.lastWords());
        }
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
                .exception();
    }

    /** Tells whether the end of the grant has ended it; elsewhere its guardian may have done that, which tells nobody. */
    private boolean isHalted() {
        return process.exitValue() == WorkerMain.CUT
                || (entrance.isPresent()
                        && process.exitValue() == SIGNAL + KILL
                        && lease.endsWithin(EARLY.multipliedBy(2)));
    }

    /** Is told whose subjobs it has met. */
    void serves(ChildJob job) {
        served.add(job);
    }

    /** Tells whether it has run a subjob of that job, whichever came since: classes and engine stay loaded. */
    boolean hasServed(ChildJob job) {
        return served.contains(job);
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

    /** Ends the process and all that it has started at once, and waits until they are gone. */
    @Override
    public void kill() {
        killed = true;
        try {
            leave();
            lease.sweep();
            clear();
        } catch (InterruptedException e) {
            lease.sweep();
            Thread.currentThread().interrupt();
        }
    }

    /** Has a worker elsewhere end, as long as the command in front of it can pass that on. */
    private void leave() throws InterruptedException {
        if (entrance.isEmpty() || !process.isAlive()) {
            return;
        }
        if (ready && exits()) {
            return;
        }
        process.toHandle().destroy();
        process.waitFor(MOST_TO_LEAVE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private boolean exits() throws InterruptedException {
        try {
            channel.send(new WorkerCommand.Exit());
        } catch (WorkerException gone) {
            return false;
        }
        return process.waitFor(MOST_TO_EXIT.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** A command in front that a signal has ended may have left the worker behind. */
    private synchronized void clear() throws InterruptedException {
        if (entrance.isPresent()
                && !cleared
                && process.waitFor(MOST_TO_DRAIN.toMillis(), TimeUnit.MILLISECONDS)
                && process.exitValue() > SIGNAL
                && process.exitValue() != WorkerMain.CUT) {
            cleared = true;
            entrance.get().clear();
        }
    }
}
