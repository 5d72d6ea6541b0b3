package org.atomizable.scheduler.server;

import io.javalin.http.Context;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.EventPage;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.Market;

/**
 * {@code GET /v1/jobs/{id}/events}: a stream of server-sent events for who accepts {@code text/event-stream}, a long poll
 * for everybody else.
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
final class EventRoute {

    private static final int CLIENT_MAY_RETRY_AFTER_MILLIS = 200;

    private final Market market;
    private final EventLogs logs;
    private final TimeSource time;
    private final Semaphore open = new Semaphore(Bounds.STREAMS);

    EventRoute(Market market, EventLogs logs, TimeSource time) {
        this.market = market;
        this.logs = logs;
        this.time = time;
    }

    void serve(Context request) throws ProblemException, Refused, IOException, InterruptedException {
        String job = market.job(request.pathParam("id")).id();
        boolean stream =
                Optional.ofNullable(request.header("Accept")).orElse("").contains("text/event-stream");
        long after = number(
                "the last event's number",
                Optional.ofNullable(request.header("Last-Event-ID")).or(() -> query(request, "after")),
                0,
                Long.MAX_VALUE);
        long wait = number("wait", query(request, "wait"), 0, Bounds.WAIT.toSeconds());
        if (!open.tryAcquire()) {
            throw new ProblemException(
                    503, "too-many-streams", "%d streams are open already. Try again later.".formatted(Bounds.STREAMS));
        }
        try {
            if (stream) {
                stream(logs.of(job), after, request.res());
            } else {
                List<EventMessage> events = logs.of(job).await(after, Duration.ofSeconds(wait), time);
                Routes.answer(request, 200, Json.write(new EventPage(events)));
            }
        } finally {
            open.release();
        }
    }

    private void stream(EventLog log, long after, HttpServletResponse response)
            throws IOException, InterruptedException {
        response.setContentType("text/event-stream");
        response.setCharacterEncoding("utf-8");
        response.setHeader("Cache-Control", "no-store");
        ServletOutputStream out = response.getOutputStream();
        out.write("retry: %d\n\n".formatted(CLIENT_MAY_RETRY_AFTER_MILLIS).getBytes(StandardCharsets.UTF_8));
        response.flushBuffer();
        long last = after;
        while (!log.closed()) {
            List<EventMessage> events = log.await(last, Bounds.HEARTBEAT, time);
            for (EventMessage event : events) {
                send(out, event);
                last = event.id();
            }
            if (events.isEmpty()) {
                send(out, new EventMessage(last, "heartbeat", null, null, null));
            }
            response.flushBuffer();
        }
    }

    private static void send(ServletOutputStream out, EventMessage event) throws IOException {
        String head = "id: %d\nevent: %s\ndata: ".formatted(event.id(), event.type());
        out.write(head.getBytes(StandardCharsets.UTF_8));
        out.write(Json.write(event));
        out.write('\n');
        out.write('\n');
    }

    private static Optional<String> query(Context request, String name) {
        return Optional.ofNullable(request.queryParam(name));
    }

    static long number(String name, Optional<String> text, long absent, long most) throws ProblemException {
        if (text.isEmpty()) {
            return absent;
        }
        try {
            long number = Long.parseLong(text.get());
            if (number >= 0) {
                return Math.min(number, most);
            }
        } catch (NumberFormatException notANumber) {
            // Told below, as for a negative one.
        }
        throw new ProblemException(
                400, "malformed-number", "%s must be a whole number, 0 or more. Correct it.".formatted(name));
    }
}
