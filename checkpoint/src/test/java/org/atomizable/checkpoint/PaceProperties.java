package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;

class PaceProperties {

    /** Expected time to get one second of work done, with memoryless failures and immediate restarts (Daly, equation 20). */
    private static double expected(double interval, double cost, double mean) {
        return mean * (Math.exp((interval + cost) / mean) - 1) / interval;
    }

    @Property
    void noIntervalNearbyLosesNoticeablyLess(
            @ForAll @LongRange(min = 1, max = 60_000) long costMillis,
            @ForAll @LongRange(min = 600, max = 1_000_000) long meanSeconds,
            @ForAll @DoubleRange(min = 0.1, max = 10) double factor) {
        double cost = costMillis / 1e3;
        double best = Pace.youngDaly(Duration.ofMillis(costMillis), Duration.ofSeconds(meanSeconds))
                        .toNanos()
                / 1e9;

        assertThat(expected(best, cost, meanSeconds))
                .isLessThanOrEqualTo(expected(best * factor, cost, meanSeconds) * 1.0005);
    }

    @Property
    void checkpointsNeverTakeMoreThanTheirShare(
            @ForAll @LongRange(min = 0, max = 100_000) long costMillis,
            @ForAll @LongRange(min = 1, max = 1_000_000) long meanSeconds,
            @ForAll @DoubleRange(min = 0.01, max = 0.5) double share) {
        Pace pace = new Pace(Duration.ofMillis(costMillis), Duration.ofSeconds(meanSeconds), share);

        double interval = pace.interval().toNanos() / 1e9;

        assertThat(costMillis / 1e3).isLessThanOrEqualTo(share * (interval + costMillis / 1e3) + 1e-6);
        assertThat(pace.due(pace.interval())).isTrue();
    }

    @Property
    void theGuessIsForgottenAtTheFirstMeasurementAndTheCostIsFollowed(
            @ForAll @LongRange(min = 1, max = 1000) long guess, @ForAll @LongRange(min = 1, max = 1000) long cost) {
        Duration mean = Duration.ofHours(24);
        Pace pace = new Pace(Duration.ofMillis(guess), mean, 0.02);
        for (int i = 0; i < 100; i++) {
            pace.paid(Duration.ofMillis(guess), Duration.ofMillis(guess));
        }
        for (int i = 0; i < 100; i++) {
            pace.paid(Duration.ofMillis(cost), Duration.ofMillis(cost));
        }
        Pace fresh = new Pace(Duration.ofMillis(guess), mean, 0.02);
        fresh.paid(Duration.ofMillis(cost), Duration.ofMillis(cost));

        assertThat((double) pace.interval().toMillis())
                .isCloseTo(fresh.interval().toMillis(), within(2.0));
    }

    @Property
    void aCommitIsNeverBegunBeforeTheOneBeforeCanBeOver(@ForAll @LongRange(min = 1, max = 100_000) long commitSeconds) {
        Pace pace = new Pace(Duration.ofMillis(1), Duration.ofHours(24), 0.02);
        pace.paid(Duration.ofMillis(1), Duration.ofSeconds(commitSeconds));

        assertThat(pace.interval()).isGreaterThanOrEqualTo(Duration.ofSeconds(commitSeconds));
    }

    @Example
    void theIntervalIsDalysAndNoCheckpointIsDueBeforeIt() {
        Duration day = Duration.ofDays(1);
        // sqrt(2 * 60 * 86,400) * (1 + sqrt(60 / 172,800) / 3 + 60 / 172,800 / 9) - 60
        Duration best = Pace.youngDaly(Duration.ofSeconds(60), day);
        assertThat(best).isBetween(Duration.ofMillis(3_180_050), Duration.ofMillis(3_180_075));
        assertThat(Pace.youngDaly(Duration.ofDays(3), day)).isEqualTo(day);

        Pace pace = new Pace(Duration.ofSeconds(60), day, 0.1);
        assertThat(pace.interval()).isEqualTo(best);
        assertThat(pace.due(best.minusNanos(1))).isFalse();
        assertThat(pace.due(best)).isTrue();
        Pace dear = new Pace(Duration.ofSeconds(60), day, 0.01);
        assertThat(dear.interval()).isEqualTo(Duration.ofSeconds(60 * 99));
    }
}
