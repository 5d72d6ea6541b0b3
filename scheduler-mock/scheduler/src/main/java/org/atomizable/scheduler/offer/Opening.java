package org.atomizable.scheduler.offer;

import java.time.Instant;
import java.util.Optional;
import org.atomizable.scheduler.cluster.Calendar;
import org.atomizable.scheduler.cluster.Interval;

/**
 * A future window.
 *
 * @param announced when it is announced
 * @param window when it opens and closes
 * @param hole the hole in which it lies, as far as the calendar knows it
 */
public record Opening(Instant announced, Interval window, Interval hole) {

    /**
     * Finds the next window in a calendar.
     *
     * @param earliest no announcement before
     * @return empty if no hole that the calendar knows of is long enough
     */
    public static Optional<Opening> next(Calendar calendar, Instant earliest, OfferRules rules) {
        for (Interval hole : calendar.holes()) {
            Instant ahead = hole.from().minus(rules.lead());
            Instant announced = ahead.isAfter(earliest) ? ahead : earliest;
            Instant opens = hole.from().isAfter(announced) ? hole.from() : announced;
            Instant latest = opens.plus(rules.lengths().longest());
            Instant closes = hole.to().isBefore(latest) ? hole.to() : latest;
            if (!opens.plus(rules.lengths().shortest()).isAfter(closes)) {
                return Optional.of(new Opening(announced, new Interval(opens, closes), hole));
            }
        }
        return Optional.empty();
    }
}
