package org.atomizable.scheduler.market;

import java.util.Optional;
import org.atomizable.scheduler.lease.Refused;

/** The result of a request: a value, or a refusal. */
record Answered<T>(Optional<T> value, Optional<Refused> refused) {

    interface Asked<T> {
        T done() throws Refused;
    }

    static <T> Answered<T> by(Asked<T> asked) {
        try {
            return new Answered<>(Optional.of(asked.done()), Optional.empty());
        } catch (Refused refused) {
            return new Answered<>(Optional.empty(), Optional.of(refused));
        }
    }

    T orRefuse() throws Refused {
        if (refused.isPresent()) {
            throw refused.get();
        }
        return value.orElseThrow();
    }
}
