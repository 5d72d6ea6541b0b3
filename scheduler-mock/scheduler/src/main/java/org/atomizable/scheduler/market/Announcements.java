package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.atomizable.scheduler.cluster.Calendar;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.offer.OfferRules;
import org.atomizable.scheduler.offer.Opening;

/** Determines the next announcement of a slice, and when it is due. */
final class Announcements {

    /** How far beyond the longest window calendars are asked for holes. */
    static final Duration LOOK_AHEAD = Duration.ofMinutes(1);

    private final SliceSource source;
    private final WindowLengths lengths;

    Announcements(SliceSource source, WindowLengths lengths) {
        this.source = source;
        this.lengths = lengths;
    }

    /**
     * Returns the next opening of a slice.
     *
     * @param newcomers whether a job has started to wait since the last window lapsed
     * @param leased when it is leased
     */
    Optional<Opening> next(SliceOffers offers, Instant now, boolean newcomers, List<Interval> leased) {
        OfferRules rules = offers.rules();
        Duration ahead = rules.lengths().longest().plus(rules.lead()).plus(LOOK_AHEAD);
        Calendar calendar =
                source.calendar(offers.slice.id(), Interval.of(now, ahead)).without(leased, "leased");
        Instant again = offers.announced.equals(Instant.MIN)
                ? now
                : offers.announced.plus(rules.pauses().apart());
        Instant earliest = again.isAfter(now) ? again : now;
        Optional<Opening> next = Opening.next(calendar, earliest, rules);
        // Those who did not want a window will not want what is left of it, until something has changed.
        Optional<Instant> pause = next.filter(it -> !newcomers)
                .flatMap(it -> pausing(offers, it))
                .map(this::endOfPause)
                .filter(earliest::isBefore);
        return pause.isPresent() ? Opening.next(calendar, pause.get(), rules) : next;
    }

    /** Returns the lapse because of which the jobs that were asked then are not asked about this opening. */
    Optional<SliceOffers.Lapse> pausing(SliceOffers offers, Opening opening) {
        return offers.lapse.filter(lapse -> opening.window().from().isBefore(lapse.closes())
                && opening.announced().isBefore(endOfPause(lapse)));
    }

    private Instant endOfPause(SliceOffers.Lapse lapse) {
        return lapse.at().plus(lengths.rules().pauses().afterLapse());
    }
}
