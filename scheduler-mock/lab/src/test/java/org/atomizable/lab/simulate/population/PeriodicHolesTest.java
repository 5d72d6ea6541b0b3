package org.atomizable.lab.simulate.population;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.atomizable.lab.simulate.market.ReservedSlices;
import org.atomizable.scheduler.cluster.Interval;
import org.junit.jupiter.api.Test;

class PeriodicHolesTest {

    private static final Instant ORIGIN = Instant.parse("2000-01-01T00:00:00Z");

    private final ReservedSlices holes = holes(100);

    private static ReservedSlices holes(int minutes) {
        return new ReservedSlices(PeriodicHoles.slices(2, 7, minutes), ORIGIN.minus(PeriodicHoles.FIRST), false);
    }

    private static Interval minutes(long from, long to) {
        return new Interval(ORIGIN.plus(Duration.ofMinutes(from)), ORIGIN.plus(Duration.ofMinutes(to)));
    }

    @Test
    void eachSliceIsFreeOnceAMinuteFromItsBeginning() {
        List<Interval> free = holes.calendar("gpu0.1", minutes(0, 100)).holes();
        assertThat(free).hasSize(100);
        for (int minute = 0; minute < 100; minute++) {
            assertThat(free.get(minute).from()).isEqualTo(ORIGIN.plus(Duration.ofMinutes(minute)));
            assertThat(free.get(minute).length()).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(59));
        }
        assertThat(free.stream().map(Interval::length).distinct().count()).isGreaterThan(20);
    }

    @Test
    void slicesDifferAndAPartOfTheTimeHasTheSameHolesAsTheWhole() {
        List<Interval> all = holes.calendar("gpu0.0", minutes(0, 100)).holes();
        assertThat(holes.calendar("gpu0.0", minutes(40, 60)).holes()).isEqualTo(all.subList(40, 60));
        assertThat(holes.calendar("gpu0.1", minutes(0, 100)).holes()).isNotEqualTo(all);
        assertThat(holes(200).calendar("gpu0.0", minutes(0, 100)).holes()).isEqualTo(all);
    }

    @Test
    void nothingIsFreeBetweenTheStartAndTheFirstHole() {
        Instant start = ORIGIN.minus(PeriodicHoles.FIRST);
        assertThat(holes.calendar("gpu0.0", new Interval(start, ORIGIN)).holes())
                .isEmpty();
        assertThat(holes.calendar("gpu0.0", new Interval(start, ORIGIN.plus(PeriodicHoles.PERIOD)))
                        .holes())
                .isEqualTo(holes.calendar("gpu0.0", minutes(0, 1)).holes());
    }
}
