package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.offer.OfferRules;

/** The state of one slice's offers. Guarded by the market's lock. */
final class SliceOffers {

    /**
     * A window that no job wanted.
     *
     * @param arrivals how often any job had begun to wait until then
     */
    record Lapse(Instant at, Instant closes, long arrivals) {}

    final Slice slice;
    Optional<ClearingRound> collecting = Optional.empty();
    Optional<Lapse> lapse = Optional.empty();
    Instant announced = Instant.MIN;
    /** When to look again whether a window can be announced; calendars are not asked before. */
    Instant look = Instant.MIN;

    private final WindowLengths lengths;
    /** By how much windows are longer here than elsewhere. */
    private int growth = 1;

    SliceOffers(Slice slice, WindowLengths lengths) {
        this.slice = slice;
        this.lengths = lengths;
    }

    /** Returns how holes are offered here now. */
    OfferRules rules() {
        OfferRules rules = lengths.rules();
        return rules.withLengths(
                rules.lengths().shortest(), rules.lengths().longest().multipliedBy(growth));
    }

    /** A job that found a piece of a hole too short may want more of it. Returns whether that is offered next. */
    boolean grow(Window lapsed) {
        Duration longest = rules().lengths().longest();
        boolean growing = lapsed.length().compareTo(longest) >= 0
                && longest.compareTo(lengths.rules().limit()) < 0;
        if (growing) {
            growth *= 2;
        }
        return growing;
    }

    /** Windows are no longer than they must be, so that many have their turn. */
    void shrink() {
        growth = Math.max(1, growth / 2);
    }

    /** Returns the window that collects answers here; there must be one. */
    ClearingRound open() {
        return collecting.orElseThrow();
    }
}
