package org.atomizable.scheduler.offer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.atomizable.scheduler.cluster.Calendar;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.Reservation;

class OpeningProperties {

    private static final Instant ORIGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final Interval KNOWN = Interval.of(ORIGIN, Duration.ofMinutes(1));
    private static final OfferRules RULES = OfferRules.DEFAULT;

    /** Reservations from gaps and lengths that alternate, in milliseconds. */
    private static Calendar calendar(List<Integer> gapsAndLengths) {
        List<Reservation> reservations = new ArrayList<>();
        Instant at = ORIGIN;
        for (int index = 0; index + 1 < gapsAndLengths.size(); index += 2) {
            Interval time = Interval.of(
                    at.plusMillis(gapsAndLengths.get(index)), Duration.ofMillis(gapsAndLengths.get(index + 1)));
            if (time.overlaps(KNOWN)) {
                reservations.add(new Reservation("r" + index, time));
            }
            at = time.to();
        }
        return new Calendar(KNOWN, reservations);
    }

    @Property
    void aWindowLiesInAHoleAndIsNeitherTooShortNorTooLong(
            @ForAll @Size(max = 20) List<@IntRange(min = 1, max = 9000) Integer> gapsAndLengths,
            @ForAll @IntRange(max = 60_000) int earliest) {
        Calendar calendar = calendar(gapsAndLengths);
        Optional<Opening> opening = Opening.next(calendar, ORIGIN.plusMillis(earliest), RULES);
        opening.ifPresent(it -> {
            assertThat(calendar.reservations()).noneMatch(taken -> taken.time().overlaps(it.window()));
            assertThat(it.window().within(KNOWN)).contains(it.window());
            assertThat(it.window().length())
                    .isBetween(RULES.lengths().shortest(), RULES.lengths().longest());
        });
    }

    @Property
    void nothingIsAnnouncedBeforeItMayBeNorMuchBeforeItOpens(
            @ForAll @Size(max = 20) List<@IntRange(min = 1, max = 9000) Integer> gapsAndLengths,
            @ForAll @IntRange(max = 60_000) int earliest) {
        Instant from = ORIGIN.plusMillis(earliest);
        Opening.next(calendar(gapsAndLengths), from, RULES).ifPresent(it -> {
            assertThat(it.announced())
                    .isAfterOrEqualTo(from)
                    .isBeforeOrEqualTo(it.window().from());
            assertThat(Duration.between(it.announced(), it.window().from())).isLessThanOrEqualTo(RULES.lead());
        });
    }

    @Property
    void noHoleThatIsLongEnoughIsPassedOver(
            @ForAll @Size(max = 20) List<@IntRange(min = 1, max = 9000) Integer> gapsAndLengths) {
        Calendar calendar = calendar(gapsAndLengths);
        Optional<Interval> first = calendar.holes().stream()
                .filter(hole -> hole.length().compareTo(RULES.lengths().shortest()) >= 0)
                .findFirst();
        assertThat(Opening.next(calendar, ORIGIN, RULES).map(it -> it.window().from()))
                .isEqualTo(first.map(Interval::from));
    }
}
