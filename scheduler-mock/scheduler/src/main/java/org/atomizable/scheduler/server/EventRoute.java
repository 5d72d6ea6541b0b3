package org.atomizable.scheduler.server;

import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.EventPage;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.server.connection.Bounds;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code GET /v1/jobs/{id}/events}: a stream of server-sent events for a client that prefers {@code text/event-stream}, a long
 * poll for every other.
 *
 * <pre>
 * id: 17                        the event's number: resume with Last-Event-ID: 17, or ?after=17&amp;wait=20
 * event: window                 its type
 * data: {"id":17,"type":"window","window":{...},"grant":null,"revoked":null}
 * </pre>
 *
 * Who resumes after no event, or after one that is kept no longer, is given everything that is kept, the oldest first.
 * A heartbeat is sent when nothing else was for a while; it bears the number of the event before it.
 */
final class EventRoute implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EventRoute.class);
    private static final long PATIENCE_MILLIS = 500;
    private static final long IDLE_SECONDS = 10;

    private final Market market;
    private final EventLogs logs;
    private final TimeSource time;
    private final Semaphore open = new Semaphore(Bounds.STREAMS);
    /** One thread pushes for all: it never waits for a client, and many would only wake each other. */
    private final ThreadPoolExecutor pushing = threads("atomizable-events", 1);
    /** Polls' answers are written as slowly as clients read. */
    private final ThreadPoolExecutor answering = threads("atomizable-polls", Bounds.STREAMS);

    EventRoute(Market market, EventLogs logs, TimeSource time) {
        this.market = market;
        this.logs = logs;
        this.time = time;
    }

    public void serve(Context request) throws ProblemException, Refused, IOException {
        String job = market.job(request.pathParam("id")).id();
        boolean stream = Accepted.of(Optional.ofNullable(request.header("Accept")))
                .prefers("text/event-stream", "application/json");
        long after = Parameter.read(
                "the last event's number",
                Optional.ofNullable(request.header("Last-Event-ID")).or(() -> Parameter.of(request, "after")),
                0,
                Long.MAX_VALUE);
        long wait = Parameter.read(request, "wait", 0, Bounds.WAIT.toSeconds());
        if (!open.tryAcquire()) {
            throw new ProblemException(
                    503, "too-many-streams", "%s streams are open already. Try again later.".formatted(Bounds.STREAMS));
        }
        boolean begun = false;
        try {
            if (stream) {
                PushStream.open(logs.of(job), after, time, pushing, request, open::release);
            } else {
                poll(logs.of(job), after, Duration.ofSeconds(wait), request);
            }
            begun = true;
        } finally {
            if (!begun) {
                open.release();
            }
        }
    }

    /** Returns how many streams and long polls are open. */
    public int open() {
        return Bounds.STREAMS - open.availablePermits();
    }

    /** Answers once there is something after an event, or nothing for so long. It holds no thread until then. */
    private void poll(EventLog log, long after, Duration longest, Context request) {
        CompletableFuture<Void> enough = new CompletableFuture<>();
        Runnable news = () -> {
            if (log.closed() || !log.after(after).isEmpty()) {
                enough.complete(null);
            }
        };
        log.listen(news);
        TimeSource.Timer timer = time.schedule(longest, () -> enough.complete(null));
        news.run();
        // Not by the thread that brought the news: to write may take as long as the client likes.
        request.future(() -> enough.thenRunAsync(
                        () -> {
                            timer.cancel();
                            log.ignore(news);
                            Reply.ok(request, new EventPage(log.after(after)));
                        },
                        answering)
                .whenComplete((nothing, failed) -> open.release()));
    }

    /** Closes all logs, and waits a little until every stream and poll has been ended: later their requests are gone. */
    @Override
    public void close() {
        logs.close();
        pushing.shutdown();
        answering.shutdown();
        try {
            if (!pushing.awaitTermination(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                    || !answering.awaitTermination(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                LOG.debug("some clients do not read the end of what they asked for");
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    /** Makes threads that drop all work that comes after the end. */
    private static ThreadPoolExecutor threads(String name, int most) {
        return new ThreadPoolExecutor(
                most == 1 ? 1 : 0,
                most,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                most == 1 ? new LinkedBlockingQueue<>() : new SynchronousQueue<>(),
                work -> {
                    Thread thread = new Thread(work, name);
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.DiscardPolicy());
    }
}
