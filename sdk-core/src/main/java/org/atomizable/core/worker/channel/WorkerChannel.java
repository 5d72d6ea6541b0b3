package org.atomizable.core.worker.channel;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.atomizable.api.spi.WorkerException;

/**
 * The launcher's end of the line to a worker, over any two streams: of a process, of {@code srun} or {@code ssh}, of a socket.
 *
 * <p>Commands may be sent from any thread; one thread at a time may wait for events.
 */
public final class WorkerChannel {

    private final BufferedReader lines;
    private final BufferedWriter commands;
    private final WorkerHost host;
    /** Empty once no more events come. */
    private final BlockingQueue<Optional<WorkerEvent>> events = new LinkedBlockingQueue<>();

    private final Thread reader;
    private Optional<String> exitingAt = Optional.empty();

    private WorkerChannel(String name, InputStream events, OutputStream commands, WorkerHost host) {
        this.lines = new BufferedReader(new InputStreamReader(events, StandardCharsets.UTF_8));
        this.commands = new BufferedWriter(new OutputStreamWriter(commands, StandardCharsets.UTF_8));
        this.host = host;
        this.reader = new Thread(this::read, name);
        reader.setDaemon(true);
    }

    /**
     * Makes a channel, and starts a thread that reads events.
     *
     * @param name of the thread
     * @param events what the worker writes
     * @param commands what the worker reads
     * @param host whoever started the worker
     */
    public static WorkerChannel of(String name, InputStream events, OutputStream commands, WorkerHost host) {
        WorkerChannel channel = new WorkerChannel(name, events, commands, host);
        channel.reader.start();
        return channel;
    }

    private void read() {
        try (lines) {
            String line = lines.readLine();
            while (line != null) {
                events.add(Optional.of(WorkerJson.event(line)));
                line = lines.readLine();
            }
        } catch (IOException e) {
            host.unreadable(e);
        } finally {
            events.add(Optional.empty());
        }
    }

    /**
     * Sends a command.
     *
     * @throws WorkerException if the worker takes no more commands
     */
    public void send(WorkerCommand command) throws WorkerException {
        send(WorkerJson.line(command));
    }

    /**
     * Sends an empty line, which says that the launcher is there.
     *
     * @throws WorkerException if the worker takes no more commands
     */
    public void greet() throws WorkerException {
        send("");
    }

    private void send(String line) throws WorkerException {
        try {
            synchronized (commands) {
                commands.write(line);
                commands.newLine();
                commands.flush();
            }
        } catch (IOException e) {
            // Whoever waits for the worker's next event is told why it has ended; nobody else needs to know.
            throw new WorkerException(
                    "the worker takes no orders (%s)".formatted(host.isAlive() ? "it still runs" : "it has ended"),
                    host.whereToLook() + "; the job goes on from its last checkpoint",
                    e);
        }
    }

    /**
     * Waits until the worker is ready for its first command; one that says something else, or nothing, is killed.
     *
     * @throws WorkerException if it is not ready in time, or has ended
     * @throws InterruptedException if the thread is interrupted
     */
    public void awaitReady(Duration most) throws WorkerException, InterruptedException {
        Optional<WorkerEvent> event = events.poll(most.toMillis(), TimeUnit.MILLISECONDS);
        if (event == null) {
            host.kill();
            throw new WorkerException(
                    "the worker said nothing for %s s and was killed; %s"
                            .formatted(
                                    most.toSeconds(),
                                    host.lastWords().isEmpty()
                                            ? "it printed nothing"
                                            : "its last lines: \"" + host.lastWords() + "\""),
                    "Look for native code or options of the JVM that stop all of it. " + host.whereToLook());
        }
        WorkerEvent first = understood(event);
        if (!(first instanceof WorkerEvent.Ready)) {
            host.kill();
            throw unexpected(first, "ready");
        }
    }

    /**
     * Waits for the next event.
     *
     * @throws WorkerException if the worker has ended, or says that it failed
     * @throws InterruptedException if the thread is interrupted
     */
    public WorkerEvent next() throws WorkerException, InterruptedException {
        return understood(events.take());
    }

    private WorkerEvent understood(Optional<WorkerEvent> event) throws WorkerException, InterruptedException {
        if (event.isEmpty()) {
            events.add(event);
            throw host.ended(exitingAt);
        }
        WorkerEvent said = event.get();
        if (said instanceof WorkerEvent.Exiting exiting) {
            exitingAt = Optional.of(exiting.where());
            throw host.ended(exitingAt);
        }
        if (said instanceof WorkerEvent.Failed failed) {
            throw new WorkerException(failed.kind(), failed.message(), host.whereToLook());
        }
        return said;
    }

    /** Returns what to throw if a worker says something that does not belong here. */
    public WorkerException unexpected(WorkerEvent said, String expected) {
        return new WorkerException(
                "the worker said \"%s\" where \"%s\" was expected".formatted(WorkerJson.type(said), expected),
                "Use the same version of agent and worker. " + host.whereToLook());
    }

    /**
     * Lets the events end, as the worker has. What it wrote before is read first, for so long at the most: another process may
     * hold the stream open for ever.
     *
     * @throws InterruptedException if the thread is interrupted; the events end nevertheless
     */
    public void endWithin(Duration most) throws InterruptedException {
        try {
            reader.join(most.toMillis());
        } finally {
            if (reader.isAlive()) {
                events.add(Optional.empty());
            }
        }
    }

    /** Ends the worker at once and waits until it is gone. */
    public void kill() {
        host.kill();
    }
}
