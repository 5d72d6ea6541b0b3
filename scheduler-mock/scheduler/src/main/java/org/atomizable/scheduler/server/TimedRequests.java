package org.atomizable.scheduler.server;

import io.javalin.http.Context;
import io.javalin.http.RequestLogger;
import io.javalin.router.Endpoint;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.atomizable.scheduler.metrics.RequestLatency;
import org.jspecify.annotations.Nullable;

/** Has taken down how long each request took. Streams and long polls wait on purpose and are left out. */
final class TimedRequests implements RequestLogger {

    private static final double NANOS_IN_A_MILLI = 1e6;

    /** Of requests that reach no call: what clients send may be anything, and must not become a label. */
    private static final String NONE = "none";

    private final RequestLatency latency;
    private final Set<String> waiting;

    TimedRequests(RequestLatency latency, List<Call> calls) {
        this.latency = latency;
        this.waiting = calls.stream()
                .filter(it -> it.result().form() == Call.Form.EVENTS)
                .map(Call::path)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public void handle(Context request, Float millis) {
        @Nullable Endpoint matched = request.endpoints().matchedHttpEndpoint();
        String route = matched == null ? NONE : matched.path;
        if (!waiting.contains(route)) {
            latency.answered(
                    matched == null ? NONE : matched.method.name(),
                    route,
                    request.statusCode(),
                    Duration.ofNanos(Math.round(millis * NANOS_IN_A_MILLI)));
        }
    }
}
