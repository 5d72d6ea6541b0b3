package org.atomizable.scheduler.server;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.ClusterView;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.Problem;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.api.wire.TimelineView;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.Market;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every call of protocol version 1. */
final class Routes {

    private static final Logger LOG = LoggerFactory.getLogger(Routes.class);

    private final Market market;
    private final EventRoute events;
    private final TimeSource time;
    private final Duration longestWindow;
    private final Repeats repeats = new Repeats();

    Routes(Market market, EventRoute events, TimeSource time, Duration longestWindow) {
        this.market = market;
        this.events = events;
        this.time = time;
        this.longestWindow = longestWindow;
    }

    void install(RoutesConfig routes) {
        routes.post("/v1/jobs", this::register);
        routes.get(
                "/v1/jobs",
                request -> answer(
                        request,
                        200,
                        Json.write(market.jobs().stream().map(Messages::view).toList())));
        routes.get(
                "/v1/jobs/{id}",
                request -> answer(request, 200, Json.write(Messages.view(market.job(request.pathParam("id"))))));
        routes.delete(
                "/v1/jobs/{id}",
                request -> answer(request, 200, Json.write(Messages.view(market.withdraw(request.pathParam("id"))))));
        routes.get("/v1/jobs/{id}/events", events::serve);
        routes.post(
                "/v1/windows/{id}/signals",
                request -> once(
                        request,
                        SignalMessage.class,
                        message -> market.answer(request.pathParam("id"), Messages.signal(message))));
        routes.post(
                "/v1/windows/{id}/bids",
                request -> once(
                        request,
                        BidMessage.class,
                        message -> market.answer(request.pathParam("id"), BidMessages.read(message))));
        routes.get(
                "/v1/windows/{id}",
                request -> answer(request, 200, Json.write(BidMessages.view(market.cleared(request.pathParam("id"))))));
        routes.post(
                "/v1/grants/{id}/accept",
                request -> once(
                        request,
                        AcceptMessage.class,
                        message -> market.accept(request.pathParam("id"), Messages.acceptance(message))));
        routes.post(
                "/v1/grants/{id}/heartbeat",
                request -> once(
                        request,
                        HeartbeatMessage.class,
                        message -> market.heartbeat(
                                request.pathParam("id"),
                                message.nextAtom(),
                                Messages.bytes("memoryBytes", message.memoryBytes()))));
        routes.post(
                "/v1/grants/{id}/report",
                request -> once(
                        request,
                        ReportMessage.class,
                        message -> market.report(request.pathParam("id"), Messages.end(message))));
        routes.get("/v1/cluster", this::cluster);
        routes.get("/v1/timeline", this::timeline);
        routes.get("/healthz", request -> answer(request, 200, Json.write(Map.of("status", "ok"))));
        routes.exception(ProblemException.class, (problem, request) -> answer(request, problem.problem()));
        routes.exception(Refused.class, (refused, request) -> answer(request, ProblemException.problem(refused)));
        routes.exception(HttpResponseException.class, (error, request) -> answer(request, unrouted(error)));
        routes.exception(IOException.class, (gone, request) -> LOG.debug("a client has gone: {}", gone.toString()));
        routes.exception(Exception.class, Routes::failed);
    }

    private static void failed(Exception defect, Context request) {
        try {
            LOG.error("{} {} failed", request.method(), request.path(), defect);
            answer(
                    request,
                    ProblemException.problem(
                            500, "defect", "The scheduler failed at this. Its log tells more; trying again may help."));
        } catch (RuntimeException gone) {
            // For what is thrown here Javalin would call this again, for ever.
            LOG.debug("a request failed when it was over already", defect);
        }
    }

    private void register(Context request) throws ProblemException, Refused {
        JobRegistration message = Json.read(body(request), JobRegistration.class);
        answer(request, 201, Json.write(Messages.view(market.register(Messages.request(message, key(request))))));
    }

    private void cluster(Context request) {
        answer(
                request,
                200,
                Json.write(new ClusterView(
                        time.now(),
                        market.slices().stream().map(Messages::view).toList(),
                        Messages.seconds(longestWindow))));
    }

    private void timeline(Context request) throws ProblemException {
        Instant now = time.now();
        long past = EventRoute.number("past", Optional.ofNullable(request.queryParam("past")), 120, 3600);
        long ahead = EventRoute.number("ahead", Optional.ofNullable(request.queryParam("ahead")), 10, 60);
        // One nanosecond at least, so that it is a stretch of time.
        Interval stretch =
                new Interval(now.minusSeconds(past), now.plusSeconds(ahead).plusNanos(1));
        answer(
                request,
                200,
                Json.write(new TimelineView(
                        now,
                        market.timeline(stretch).stream().map(Messages::entry).toList())));
    }

    private interface Deed<T> {
        void with(T message) throws Refused;
    }

    /** Does a deed and answers nothing; answers what was answered before if the request was, under its key. */
    private <T extends Record> void once(Context request, Class<T> type, Deed<T> deed)
            throws ProblemException, Refused {
        byte[] body = body(request);
        Optional<String> name = key(request).map(key -> request.path() + " " + key);
        Optional<Repeats.Exchange> before = name.isPresent() ? repeats.find(name.get(), body) : Optional.empty();
        if (before.isPresent()) {
            answer(request, before.get());
            return;
        }
        Repeats.Exchange exchange = exchange(body, Json.read(body, type), deed);
        name.ifPresent(it -> repeats.keep(it, exchange));
        answer(request, exchange);
    }

    private static <T> Repeats.Exchange exchange(byte[] asked, T message, Deed<T> deed) {
        try {
            deed.with(message);
            return new Repeats.Exchange(asked, 204, new byte[0]);
        } catch (Refused refused) {
            Problem problem = ProblemException.problem(refused);
            return new Repeats.Exchange(asked, problem.status(), Json.write(problem));
        }
    }

    private static void answer(Context request, Repeats.Exchange exchange) {
        answer(request, exchange.status(), exchange.answer());
    }

    private static Optional<String> key(Context request) throws ProblemException {
        Optional<String> key = Optional.ofNullable(request.header("Idempotency-Key"));
        if (key.filter(it -> it.isBlank() || it.length() > Bounds.KEY).isPresent()) {
            throw new ProblemException(
                    400,
                    "malformed-key",
                    "An Idempotency-Key has 1 to %d characters. Correct it.".formatted(Bounds.KEY));
        }
        return key;
    }

    private static byte[] body(Context request) throws ProblemException {
        try {
            // Where the length is not told, the buffer grows as needed.
            int most = request.req().getContentLength() < 0
                    ? Bounds.BODY + 1
                    : request.req().getContentLength();
            byte[] body = request.req().getInputStream().readNBytes(Math.min(most, Bounds.BODY + 1));
            if (body.length > Bounds.BODY) {
                throw new ProblemException(
                        413, "body-too-large", "A body has at most %d bytes. Send less.".formatted(Bounds.BODY));
            }
            return body;
        } catch (IOException broken) {
            throw new ProblemException(400, "broken-body", "The body ended before its time. Send it again.");
        }
    }

    private static Problem unrouted(HttpResponseException error) {
        String name = switch (error.getStatus()) {
            case 404 -> "no-such-call";
            case 405 -> "no-such-method";
            default -> "refused";
        };
        return ProblemException.problem(
                error.getStatus(), name, "There is no such call. The protocol's reference lists all of them.");
    }

    private static void answer(Context request, Problem problem) {
        answer(request, problem.status(), Json.write(problem));
    }

    static void answer(Context request, int status, byte[] body) {
        request.status(status);
        if (body.length > 0) {
            request.contentType(status < 400 ? "application/json" : "application/problem+json");
            request.result(body);
        }
    }
}
