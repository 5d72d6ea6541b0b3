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

    private static Worth.Subjob subjob(long from, long to, long remaining, Optional<Duration> slack, double reach) {
        return new Worth.Subjob(
                Duration.ofSeconds(from),
                Duration.ofSeconds(to),
                Duration.ofSeconds(remaining),
                slack,
                reach,
                Duration.ofSeconds(1000),
                Duration.ofSeconds(2000));
    }

    /** By hand: 2000 over the work left; the rest of the window; one and three times the lack of slack; over the reach. */
    @ParameterizedTest
    @CsvSource({
        "0, 1000, 4000, , 1, 0.5",
        "0, 400, 500, , 1, 4",
        "0, 400, 500, , 0.25, 16",
        "250, 400, 500, , 1, 3",
        "0, 1000, 4000, 0, 1, 2",
        "0, 1000, 4000, 3000, 1, 1.25",
        "0, 1000, 4000, 6000, 1, 0.5",
        "0, 1000, 4000, -1, 1, 0.5"
    })
    void theWorthIsTheInverseOfTheWorkLeftAndUrgentWorkIsWorthMore(
            long from, long to, long remaining, @Nullable Long slack, double reach, double worth) {
        Worth.Subjob subjob =
                subjob(from, to, remaining, Optional.ofNullable(slack).map(Duration::ofSeconds), reach);
        assertThat(Worth.REMAINING_WORK.of(subjob)).isCloseTo(worth, within(1e-12));
        assertThat(Worth.SECONDS.of(subjob)).isEqualTo(to - from);
    }

    /** So a job cannot gain by the length of its bid. */
    @Property
    void theLengthOfALeaseChangesNothing(
            @ForAll @IntRange(min = 1, max = 1000) int to, @ForAll @IntRange(min = 1, max = 99_999) int remaining) {
        assertThat(Worth.REMAINING_WORK.of(subjob(0, to, remaining, Optional.empty(), 1)))
                .isEqualTo(Worth.REMAINING_WORK.of(subjob(0, 1000, remaining, Optional.empty(), 1)));
    }

    /** A deadline, whatever it is, gains at most as if a quarter of the work were left. */
    @Property
    void aFalseDeadlineGainsLittle(
            @ForAll @IntRange(min = 1, max = 99_999) int remaining,
            @ForAll @IntRange(min = -99_999, max = 99_999) int slack) {
        double without = Worth.REMAINING_WORK.of(subjob(0, 1000, remaining, Optional.empty(), 1));
        double with = Worth.REMAINING_WORK.of(subjob(0, 1000, remaining, Optional.of(Duration.ofSeconds(slack)), 1));
        assertThat(with).isBetween(without, 4 * without);
    }
}
