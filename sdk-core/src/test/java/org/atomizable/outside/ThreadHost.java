package org.atomizable.outside;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.worker.WorkerSession;
import org.atomizable.core.worker.channel.WorkerChannel;
import org.atomizable.core.worker.channel.WorkerHost;

/** An engine of somebody else's: its workers are threads, and what goes to them and comes from them are pipes. */
final class ThreadHost implements WorkerHost {

    private static final int PIPE = 1 << 16;

    private final OutputStream commands;
    private final InputStream events;
    private final WorkerSession session;
    private final CompletableFuture<WorkerSession.End> end = new CompletableFuture<>();

    private ThreadHost(OutputStream commands, InputStream events, WorkerSession session) {
        this.commands = commands;
        this.events = events;
        this.session = session;
    }

    static ThreadHost start(TimeSource time) throws IOException {
        PipedOutputStream commands = new PipedOutputStream();
        PipedInputStream taken = new PipedInputStream(commands, PIPE);
        PipedOutputStream said = new PipedOutputStream();
        PipedInputStream events = new PipedInputStream(said, PIPE);
        ThreadHost host = new ThreadHost(commands, events, WorkerSession.of(taken, said, time));
        Thread thread = new Thread(() -> host.serve(said), "worker-in-a-thread");
        thread.setDaemon(true);
        thread.start();
        return host;
    }

    private void serve(Closeable said) {
        try (said;
                session) {
            end.complete(session.serve());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    WorkerChannel channel() throws Exception {
        WorkerChannel channel = WorkerChannel.of("events-of-a-thread", events, commands, this);
        channel.awaitReady(Duration.ofMinutes(1));
        return channel;
    }

    void write(String line) throws IOException {
        commands.write(line.getBytes(StandardCharsets.UTF_8));
        commands.flush();
    }

    WorkerSession.End end() throws Exception {
        return end.get(1, TimeUnit.MINUTES);
    }

    @Override
    public boolean isAlive() {
        return !end.isDone();
    }

    @Override
    public void kill() {
        session.close();
        try {
            commands.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public WorkerException ended(Optional<String> exitingAt) {
        return new WorkerException("the thread has ended", "Start another");
    }

    @Override
    public String whereToLook() {
        return "A thread has no log";
    }
}
