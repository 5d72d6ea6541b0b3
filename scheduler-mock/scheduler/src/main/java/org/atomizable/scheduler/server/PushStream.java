package org.atomizable.scheduler.server;

import io.javalin.http.Context;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.scheduler.server.connection.Bounds;

/**
 * A job's events as a stream of server-sent ones. It holds no thread: it writes when there is news, as much as the client has read the
 * last of; what a slow client has not read yet stays in the log.
 */
final class PushStream implements WriteListener {

    private static final int CLIENT_MAY_RETRY_AFTER_MILLIS = 200;

    private final EventLog log;
    private final TimeSource time;
    private final Executor pushing;
    private final Runnable news = this::news;
    private final AtomicBoolean pending = new AtomicBoolean();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final ServletOutputStream out;
    private long last;
    private boolean unflushed;
    private boolean beat;
    private long lastWrite;

    private PushStream(EventLog log, long after, TimeSource time, Executor pushing, ServletOutputStream out) {
        this.log = log;
        this.last = after;
        this.time = time;
        this.pushing = pushing;
        this.out = out;
        this.lastWrite = time.nanos();
    }

    /** Answers a request with what comes after an event; {@code over} is run at the end. */
    static void open(EventLog log, long after, TimeSource time, Executor pushing, Context request, Runnable over)
            throws IOException {
        HttpServletResponse response = request.res();
        response.setContentType("text/event-stream");
        response.setCharacterEncoding("utf-8");
        response.setHeader("Cache-Control", "no-store");
        // Else nginx keeps events until they fill a buffer.
        response.setHeader("X-Accel-Buffering", "no");
        ServletOutputStream out = response.getOutputStream();
        out.write("retry: %s\n\n".formatted(CLIENT_MAY_RETRY_AFTER_MILLIS).getBytes(StandardCharsets.UTF_8));
        response.flushBuffer();
        PushStream stream = new PushStream(log, after, time, pushing, out);
        request.future(() -> {
            out.setWriteListener(stream);
            log.listen(stream.news);
            stream.beatAfter(Bounds.HEARTBEAT);
            return stream.ended.whenComplete((nothing, failed) -> over.run());
        });
    }

    private void news() {
        if (!pending.getAndSet(true)) {
            pushing.execute(this::push);
        }
    }

    private synchronized void push() {
        pending.set(false);
        onWritePossible();
        if (log.closed()) {
            // A client that does not read is not waited for.
            end();
        }
    }

    @Override
    public synchronized void onWritePossible() {
        try {
            while (!ended.isDone() && out.isReady()) {
                if (unflushed) {
                    unflushed = false;
                    out.flush();
                } else if (!write()) {
                    return;
                }
            }
        } catch (IOException | IllegalStateException gone) {
            // The second is what a request throws that the server has dropped.
            onError(gone);
        }
    }

    /** Returns whether there was something to write. */
    private boolean write() throws IOException {
        List<EventMessage> events = log.after(last);
        if (events.isEmpty() && log.closed()) {
            end();
            return false;
        }
        if (events.isEmpty() && !beat) {
            return false;
        }
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        for (EventMessage event : events) {
            add(frames, event);
            last = event.id();
        }
        if (events.isEmpty()) {
            add(frames, new EventMessage(last, "heartbeat", null, null, null));
        }
        beat = false;
        lastWrite = time.nanos();
        out.write(frames.toByteArray());
        unflushed = true;
        return true;
    }

    private static void add(ByteArrayOutputStream frames, EventMessage event) {
        frames.writeBytes(
                ("id: " + event.id() + "\nevent: " + event.type() + "\ndata: ").getBytes(StandardCharsets.UTF_8));
        frames.writeBytes(Json.write(event));
        frames.write('\n');
        frames.write('\n');
    }

    private void beatAfter(Duration next) {
        time.schedule(next, () -> pushing.execute(this::beatIfSilent));
    }

    private synchronized void beatIfSilent() {
        if (ended.isDone() || log.closed()) {
            return;
        }
        Duration silent = Duration.ofNanos(time.nanos() - lastWrite);
        if (silent.compareTo(Bounds.HEARTBEAT) < 0) {
            beatAfter(Bounds.HEARTBEAT.minus(silent));
            return;
        }
        beat = true;
        beatAfter(Bounds.HEARTBEAT);
        onWritePossible();
    }

    /** The client has gone, which is no failure. */
    @Override
    public synchronized void onError(Throwable gone) {
        end();
    }

    private void end() {
        log.ignore(news);
        ended.complete(null);
    }
}
