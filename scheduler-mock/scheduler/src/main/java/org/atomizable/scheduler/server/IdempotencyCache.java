package org.atomizable.scheduler.server;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.atomizable.scheduler.server.connection.Bounds;

/** The answers given to requests with an idempotency key, for those that are repeated. Safe for several threads. */
final class IdempotencyCache {

    /** A request and its answer. */
    @SuppressWarnings("ArrayRecordComponent")
    record Exchange(byte[] body, int status, byte[] answer) {}

    private final Map<String, Exchange> kept = new LinkedHashMap<>();

    /** Returns what was answered to the same request before. */
    synchronized Optional<Exchange> find(String request, byte[] body) throws ProblemException {
        Optional<Exchange> before = Optional.ofNullable(kept.get(request));
        if (before.filter(it -> !Arrays.equals(it.body(), body)).isPresent()) {
            throw new ProblemException(
                    422,
                    "key-used-otherwise",
                    "This Idempotency-Key was already used with another body. Use a new key for a new request.");
        }
        return before;
    }

    synchronized void keep(String request, Exchange exchange) {
        kept.putIfAbsent(request, exchange);
        if (kept.size() > Bounds.REPEATS) {
            kept.remove(kept.keySet().iterator().next());
        }
    }
}
