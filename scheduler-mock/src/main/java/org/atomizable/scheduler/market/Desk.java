package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.window.Slice;

/** What the market remembers of one slice. Guarded by the market's lock. */
final class Desk {

    /**
     * A window that nobody wanted.
     *
     * @param arrivals how often any job had begun to wait until then
     */
    record Lapse(Instant at, Instant closes, long arrivals) {}

    final Slice slice;
    Optional<Collecting> collecting = Optional.empty();
    Optional<Lapse> lapse = Optional.empty();
    Instant announced = Instant.MIN;
    /** When to look again whether a window can be announced; calendars are not asked before. */
    Instant look = Instant.MIN;

    Desk(Slice slice) {
        this.slice = slice;
    }

    /** Returns the window that collects answers here; there must be one. */
    Collecting open() {
        return collecting.orElseThrow();
    }
}
