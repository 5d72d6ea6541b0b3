package org.atomizable.core.run;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.Shrinkable;
import org.atomizable.api.Shrinkable.Pressure;

/** Keeps a request for memory until the job is at a safe point. A newer request replaces one that was not passed on yet. */
final class Shrinking {

    private final AtomicReference<Optional<Pressure>> asked = new AtomicReference<>(Optional.empty());

    /** Any thread may ask. */
    void ask(Pressure pressure) {
        asked.set(Optional.of(pressure));
    }

    /** Forgets what was asked of the subjob before. */
    void reset() {
        asked.set(Optional.empty());
    }

    /**
     * Passes the request on, if there is one and time for it.
     *
     * @param timeFor tells whether there is so much time before the last checkpoint
     * @return how much the job has given back; empty if nobody asked
     */
    Optional<Bytes> atSafePoint(Atomizable job, Predicate<Duration> timeFor) throws Exception {
        Optional<Pressure> pressure = asked.getAndSet(Optional.empty());
        if (pressure.isEmpty()) {
            return Optional.empty();
        }
        // A subjob that has no time for it ends soon, and gives back everything.
        return Optional.of(
                job instanceof Shrinkable it && timeFor.test(pressure.get().within())
                        ? it.shrink(pressure.get())
                        : Bytes.ZERO);
    }
}
