package org.atomizable.scheduler.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorthTest {

    private static Worth.Subjob subjob(long from, long to, long useful, long remaining, Optional<Duration> slack) {
        return new Worth.Subjob(
                Duration.ofSeconds(from),
                Duration.ofSeconds(to),
                Duration.ofSeconds(useful),
                Duration.ofSeconds(remaining),
                slack,
                1,
                Duration.ofSeconds(1000));
    }

    /** By hand: share; one less half of the middle of the lease, in horizons; one and three times the lack of slack. */
    @ParameterizedTest
    @CsvSource({
        "0, 1000, 900, 1800, , 0.375",
        "0, 400, 300, 300, , 0.9",
        "600, 1000, 300, 300, , 0.6",
        "0, 400, 600, 300, , 0.9",
        "0, 1000, 900, 1800, 0, 1.5",
        "0, 1000, 900, 1800, 1400, 0.9375",
        "0, 1000, 900, 1800, 2800, 0.375",
        "0, 1000, 900, 1800, -1, 0.375"
    })
    void theWorthIsTheShareOfTheWorkLeftSoonerAndUrgentOnesMore(
            long from, long to, long useful, long remaining, @Nullable Long slack, double worth) {
        Worth.Subjob subjob =
                subjob(from, to, useful, remaining, Optional.ofNullable(slack).map(Duration::ofSeconds));
        assertThat(Worth.REMAINING_WORK.of(subjob)).isCloseTo(worth, within(1e-12));
        assertThat(Worth.SECONDS.of(subjob)).isEqualTo(to - from);
    }

    /** Without overhead, two parts of a lease are worth what the whole is. */
    @Property
    void dividingALeaseGainsNothing(
            @ForAll @IntRange(min = 1, max = 998) int cut, @ForAll @IntRange(min = 1000, max = 99_999) int remaining) {
        double whole = Worth.REMAINING_WORK.of(subjob(0, 1000, 1000, remaining, Optional.empty()));
        double parts = Worth.REMAINING_WORK.of(subjob(0, cut, cut, remaining, Optional.empty()))
                + Worth.REMAINING_WORK.of(subjob(cut, 1000, 1000 - cut, remaining, Optional.empty()));
        assertThat(parts).isCloseTo(whole, within(1e-9));
    }

    /** Smith's rule: of two orders of two jobs, the one that is worth more has the less remaining work first. */
    @Property
    void theLeastRemainingWorkComesFirst(
            @ForAll @IntRange(min = 1, max = 499) int one, @ForAll @IntRange(min = 1, max = 499) int other) {
        double oneFirst = both(one, other);
        double otherFirst = both(other, one);
        assertThat(Double.compare(oneFirst + 1e-12, otherFirst) >= 0).isEqualTo(one <= other);
    }

    private static double both(long first, long second) {
        return Worth.REMAINING_WORK.of(subjob(0, first, first, first, Optional.empty()))
                + Worth.REMAINING_WORK.of(subjob(first, first + second, second, second, Optional.empty()));
    }
}
