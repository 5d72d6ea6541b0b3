package org.atomizable.profiler.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.TimeBound;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.junit.jupiter.api.Test;

/** A subjob exceeds its memory if any of its phases does; that the likeliest one keeps the promise is not enough. */
class UnionOfPhasesTest {

    private static final double CAPACITY = 20;
    private static final Slice SLICE = new Slice("s", new SliceKind("2g.20gb"), gibi(CAPACITY));

    /** Peaks in GiB; the chances of exceeding 20 GiB are 6.2e-16, 6.21e-3 and 4.29e-4. */
    private static final Map<Phase, NormalDistribution> PEAKS = Map.of(
            Phase.RESTORE, new NormalDistribution(12, 1),
            Phase.WARM_UP, new NormalDistribution(17, 1.2),
            Phase.CHECKPOINT, new NormalDistribution(15, 1.5));

    private static Bytes gibi(double count) {
        return Bytes.of(Math.round(count * (1L << 30)));
    }

    /** Knows every distribution exactly, so that nothing but the way they are put together is tested. */
    private static final Profile EXACT = new Profile() {
        @Override
        public MemoryBound peak(SliceKind kind, Phase phase, long atoms, Promise promise) {
            double upper = distribution(phase).inverseCumulativeProbability(1 - promise.theta());
            return new MemoryBound(gibi(upper), promise, 0, "exact");
        }

        @Override
        public TimeBound span(SliceKind kind, Phase phase, long atoms, Promise promise) {
            return new TimeBound(Duration.ofMillis(1), Duration.ofMillis(1), promise, 0, "exact");
        }
    };

    private static NormalDistribution distribution(Phase phase) {
        return Optional.ofNullable(PEAKS.get(phase)).orElseThrow();
    }

    private static double chance(Phase phase) {
        return 1 - distribution(phase).cumulativeProbability(CAPACITY);
    }

    private static boolean fits(double theta) {
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        Grant grant = new Grant(
                "g", "w", SLICE, SLICE.memory(), now, now.plusSeconds(10), new FencingToken(1), Duration.ofSeconds(5));
        return Subjob.fit(grant, now, 0, 1, EXACT, new Promise(theta, 0.95, 0.05))
                .isPresent();
    }

    @Test
    void whatTheLikeliestPhaseAloneWouldKeepIsRefused() {
        double likeliest = chance(Phase.WARM_UP);
        double union = chance(Phase.RESTORE) + likeliest + chance(Phase.CHECKPOINT);
        assertThat(union).isCloseTo(6.63873e-3, within(1e-8));
        assertThat(likeliest).isLessThan(0.0065);
        assertThat(union).isGreaterThan(0.0065);
        assertThat(fits(0.0065)).isFalse();
    }

    @Test
    void sharedAlikeAmongThePhasesThePromiseIsNeverTooBold() {
        double needed = 3 * chance(Phase.WARM_UP);
        assertThat(fits(needed * 1.001)).isTrue();
        assertThat(fits(needed * 0.999)).isFalse();
    }
}
