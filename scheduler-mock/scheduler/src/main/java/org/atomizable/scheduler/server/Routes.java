package org.atomizable.scheduler.server;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.Problem;
import org.atomizable.scheduler.lease.Refused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every call, routed, and every failure, answered. */
final class Routes {

    private static final Logger LOG = LoggerFactory.getLogger(Routes.class);

    private static final List<String> ONCE = List.of("Authorization", "Idempotency-Key", "Last-Event-ID");

    /** From it, an agent learns how far the clocks are apart. */
    private static final String TIME = "Atomizable-Time";

    private final List<Call> calls;
    private final Authenticator authenticator;
    private final TimeSource time;

    Routes(Readiness readiness, Authenticator authenticator, List<Call> calls, TimeSource time) {
        this.authenticator = authenticator;
        this.time = time;
        this.calls = new OpenCalls(readiness, calls).withOthers();
    }

    void install(RoutesConfig routes) {
        for (Call call : calls) {
            routes.addHttpHandler(
                    call.method(),
                    call.path(),
                    request -> call.answer()
                            .to(request, call.open() ? Caller.ANYBODY : authenticator.enter(request, call.roles())));
        }
        Pages.install(routes);
        routes.before(request -> {
            request.header("X-Content-Type-Options", "nosniff");
            request.header("Cache-Control", "no-store");
            request.header(TIME, time.now().toString());
            requireOnce(request);
        });
        routes.exception(ProblemException.class, (problem, request) -> answer(request, problem.problem()));
        routes.exception(Refused.class, (refused, request) -> answer(request, ProblemException.problem(refused)));
        routes.exception(HttpResponseException.class, (error, request) -> answer(request, unrouted(error)));
        routes.exception(IOException.class, (gone, request) -> LOG.debug("a client has gone: {}", gone.toString()));
        routes.exception(Exception.class, Routes::failed);
    }

    /** Two programs on the way may each believe another one of two. */
    private static void requireOnce(Context request) throws ProblemException {
        for (String name : ONCE) {
            if (Collections.list(request.req().getHeaders(name)).size() > 1) {
                throw new ProblemException(
                        400, "doubled-header", "The header %s comes more than once. Send it once.".formatted(name));
            }
        }
    }

    private static void failed(Exception defect, Context request) {
        try {
            LOG.error("{} {} failed", request.method(), request.path(), defect);
            answer(
                    request,
                    ProblemException.problem(
                            500,
                            "defect",
                            "The scheduler failed to handle this request. Its log has the details; a "
                                    + "retry may help."));
        } catch (RuntimeException gone) {
            // For what is thrown here Javalin would call this again, for ever.
            LOG.debug("a request failed when it was over already", defect);
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
        Reply.write(request, problem.status(), Json.write(problem));
    }
}
