package org.atomizable.scheduler.server;

import io.javalin.http.Context;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.wire.Problem;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.server.connection.Bounds;

/** Requests' bodies and keys, and what was answered to those that are repeated. Safe for use by several threads. */
final class Requests {

    /** A request and its answer. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Exchange(byte[] body, int status, byte[] answer) {}

    /** The answers given to requests with an idempotency key, for those that are repeated. */
    private final Map<String, Exchange> kept = new LinkedHashMap<>();

    /** The handling of a message. */
    public interface Action<T> {
        void on(T message) throws Refused;
    }

    /**
     * Carries out a request without a result. If a request with the same idempotency key was already answered, it
     * returns the same answer.
     *
     * @param allowed refuses a caller without permission, before anything else is revealed
     */
    public <T extends Record> void once(Context request, Class<T> type, Action<T> allowed, Action<T> action)
            throws ProblemException, Refused {
        byte[] body = body(request);
        T message = Json.read(body, type);
        allowed.on(message);
        Optional<String> name = key(request).map(key -> request.path() + " " + key);
        Optional<Exchange> before = name.isPresent() ? find(name.get(), body) : Optional.empty();
        if (before.isPresent()) {
            answer(request, before.get());
            return;
        }
        Exchange exchange = exchange(body, message, action);
        // A failure that the client may try again is not kept, so that the next try is a real one.
        if (exchange.status() < 500 && exchange.status() != 429) {
            name.ifPresent(it -> keep(it, exchange));
        }
        answer(request, exchange);
    }

    /** Returns what was answered to the same request before. */
    private synchronized Optional<Exchange> find(String request, byte[] body) throws ProblemException {
        Optional<Exchange> before = Optional.ofNullable(kept.get(request));
        if (before.filter(it -> !Arrays.equals(it.body(), body)).isPresent()) {
            throw new ProblemException(
                    422,
                    "key-used-otherwise",
                    "This Idempotency-Key was already used with another body. Use a new key for a new request.");
        }
        return before;
    }

    private synchronized void keep(String request, Exchange exchange) {
        kept.putIfAbsent(request, exchange);
        if (kept.size() > Bounds.REPEATS) {
            kept.remove(kept.keySet().iterator().next());
        }
    }

    private static <T> Exchange exchange(byte[] asked, T message, Action<T> action) {
        try {
            action.on(message);
            return new Exchange(asked, 204, new byte[0]);
        } catch (Refused refused) {
            Problem problem = ProblemException.problem(refused);
            return new Exchange(asked, problem.status(), Json.write(problem));
        }
    }

    private static void answer(Context request, Exchange exchange) {
        Reply.write(request, exchange.status(), exchange.answer());
    }

    public static Optional<String> key(Context request) throws ProblemException {
        Optional<String> key = Optional.ofNullable(request.header("Idempotency-Key"));
        if (key.filter(it -> it.isBlank() || it.length() > Bounds.KEY).isPresent()) {
            throw new ProblemException(
                    400,
                    "malformed-key",
                    "An Idempotency-Key has 1 to %s characters. Correct it.".formatted(Bounds.KEY));
        }
        return key;
    }

    public static byte[] body(Context request) throws ProblemException {
        try {
            // Where the length is not told, the buffer grows as needed.
            int most = request.req().getContentLength() < 0
                    ? Bounds.BODY + 1
                    : request.req().getContentLength();
            byte[] body = request.req().getInputStream().readNBytes(Math.min(most, Bounds.BODY + 1));
            if (body.length > Bounds.BODY) {
                throw new ProblemException(
                        413, "body-too-large", "A body has at most %s bytes. Send less.".formatted(Bounds.BODY));
            }
            return body;
        } catch (IOException broken) {
            throw new ProblemException(400, "broken-body", "The body is shorter than announced. Send it again.");
        }
    }
}
