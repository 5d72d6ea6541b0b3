package org.atomizable.testkit.protocol;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The requests that had a key, and what was answered. Guarded by the monitor's lock. */
final class Exchanges {

    private static final int MOST = 10_000;

    private record Exchange(Request request, Optional<Reply> reply) {}

    private final Map<String, Exchange> kept = new LinkedHashMap<>();

    /** Returns whether the same request came before, under the same key. */
    boolean repeats(Request request) {
        return before(request)
                .filter(it -> it.request().body().equals(request.body()))
                .isPresent();
    }

    /** Returns whether the key stood for another body. */
    boolean misusesKey(Request request) {
        return before(request)
                .filter(it -> !it.request().body().equals(request.body()))
                .isPresent();
    }

    void asked(Request request) {
        name(request).ifPresent(it -> kept.putIfAbsent(it, new Exchange(request, Optional.empty())));
        if (kept.size() > MOST) {
            kept.remove(kept.keySet().iterator().next());
        }
    }

    /** Keeps what was answered; returns what had been answered before, where that is to be answered again. */
    Optional<Reply> answered(Request request, Reply reply) {
        boolean lasts = reply.done() || reply.refused();
        Optional<Reply> before = before(request)
                .filter(it -> it.request().body().equals(request.body()))
                .flatMap(Exchange::reply);
        if (lasts && before.isEmpty()) {
            name(request).ifPresent(it -> kept.put(it, new Exchange(request, Optional.of(reply))));
        }
        return lasts ? before : Optional.empty();
    }

    /** The scheduler may have forgotten what it answered. */
    void forget() {
        kept.clear();
    }

    private Optional<Exchange> before(Request request) {
        return name(request).map(kept::get);
    }

    private static Optional<String> name(Request request) {
        return request.key().map(key -> request.message() + " " + request.subject() + " " + key);
    }
}
