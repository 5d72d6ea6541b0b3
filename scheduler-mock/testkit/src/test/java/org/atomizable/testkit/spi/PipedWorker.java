package org.atomizable.testkit.spi;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.worker.WorkerSession;
import org.atomizable.core.worker.channel.WorkerChannel;
import org.atomizable.core.worker.channel.WorkerHost;

/** A worker in a thread, at the other end of two pipes. */
class PipedWorker implements WorkerHost {

    private static final int PIPE = 1 << 16;

    private final OutputStream commands;
    private final InputStream events;
    private final WorkerSession session;
    private volatile boolean alive = true;

    PipedWorker() throws IOException {
        PipedOutputStream said = new PipedOutputStream();
        PipedOutputStream ordered = new PipedOutputStream();
        this.commands = ordered;
        this.events = new PipedInputStream(said, PIPE);
        this.session = WorkerSession.of(new PipedInputStream(ordered, PIPE), said, TimeSource.system());
        Thread thread = new Thread(() -> serve(said), "piped-worker");
        thread.setDaemon(true);
        thread.start();
    }

    private void serve(OutputStream said) {
        try (said;
                session) {
            session.serve();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            alive = false;
        }
    }

    WorkerChannel channel() throws Exception {
        WorkerChannel channel = WorkerChannel.of("events-of-a-pipe", events, commands, this);
        channel.awaitReady(Duration.ofMinutes(1));
        return channel;
    }

    @Override
    public boolean isAlive() {
        return alive;
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
