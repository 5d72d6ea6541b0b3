package org.atomizable.profiler.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.fit.BlockBounds;
import org.atomizable.profiler.fit.Widening;

/** The rules by which one phase is bounded, beside what they are defined by. */
class RulesProperties {

    private static final SliceKind KIND = new SliceKind("1g.10gb");
    private static final Promise PROMISE = new Promise(0.1, 0.95, 0.1);
    private static final Widening MANY = Widening.after(0);
    private static final long[] ATOMS = {1, 2, 3, 4, 7, 8, 9, 16, 17, 50, 1000};

    private enum Of {
        ITSELF,
        ALL_KINDS,
        ANOTHER_PHASE,
        ANOTHER_KEY
    }

    private static Series series(long seed, int count, boolean overrun) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Duration took = Duration.ofNanos(random.nextLong(1_000_000, 9_000_000));
            samples.add(new Sample(KIND, Phase.STEADY, took, Bytes.of(random.nextLong(1_000_000, 2_000_000))));
        }
        if (overrun) {
            samples.add(new Sample(KIND, Phase.STEADY, Duration.ofMillis(20), Bytes.ZERO, true));
        }
        return Series.EMPTY.plus(samples);
    }

    private static Evidence evidence(Of of, Series series) {
        return switch (of) {
            case ITSELF -> Evidence.own(series);
            case ALL_KINDS -> Evidence.pooled(series);
            case ANOTHER_PHASE -> Evidence.pooled(series).borrowedFrom("steady", 4, 1.25);
            case ANOTHER_KEY -> Evidence.pooled(series).ofAnotherKey(2, ", of v1 times 2.00");
        };
    }

    private static Limits limits(int which, Series series) {
        return switch (which) {
            case 0 -> Limits.NONE;
            case 1 -> Limits.declared(Optional.of(Bytes.of(1_500_000)));
            case 2 -> Limits.declared(Optional.of(series.largestPeak().times(1.05)));
            case 3 -> Limits.declared(Optional.of(Bytes.of(4_000_000)));
            default ->
                Limits.NONE.believing(Optional.of(new Limits.Prior(Bytes.of(3_000_000), "analytic", true, false)));
        };
    }

    @Property(tries = 300)
    void theMostAtomsInSomeMemoryAreThoseWhoseBoundFits(
            @ForAll long seed,
            @ForAll @IntRange(max = 400) int count,
            @ForAll Of of,
            @ForAll @IntRange(max = 4) int limits,
            @ForAll @LongRange(min = 1_000_000, max = 5_000_000) long room,
            @ForAll @IntRange(max = 20) int subjobs,
            @ForAll @IntRange(max = 20) int beside,
            @ForAll boolean wider) {
        Series series = series(seed, count, false);
        Series other = series(seed + 1, beside, false);
        List<MemoryRule> others =
                List.of(MemoryRule.of(Evidence.own(other), Limits.NONE, Widening.after(subjobs), PROMISE, PROMISE, 1));
        MemoryRule rule = MemoryRule.of(
                        evidence(of, series),
                        limits(limits, series).within(Bytes.of(room)),
                        Widening.after(subjobs),
                        PROMISE,
                        PROMISE,
                        wider ? 1.2 : 1)
                .besides(others);
        for (long atoms : ATOMS) {
            Bytes limit = rule.bound(atoms).upper();
            long most = rule.most(limit);
            assertThat(most).isGreaterThanOrEqualTo(atoms);
            assertThat(rule.bound(most).upper()).isEqualTo(limit);
            if (most < Long.MAX_VALUE) {
                assertThat(rule.bound(most + 1).upper()).isGreaterThan(limit);
            }
            if (limit.count() > 0) {
                assertThat(rule.most(Bytes.of(limit.count() - 1))).isLessThan(atoms);
            }
        }
    }

    @Property(tries = 300)
    void theMostAtomsInSomeTimeAreThoseWhoseBoundFits(
            @ForAll long seed, @ForAll @IntRange(max = 400) int count, @ForAll Of of, @ForAll boolean overrun) {
        TimeRule rule = TimeRule.of(evidence(of, series(seed, count, overrun)), PROMISE, PROMISE, 1.1);
        assertThat(rule.remembersOverrun()).isEqualTo(overrun);
        for (long atoms : ATOMS) {
            Duration bound = rule.bound(atoms).upper();
            assertThat(rule.upper(atoms)).isEqualTo(bound.toNanos());
            assertThat(rule.bound(atoms).typical()).isLessThanOrEqualTo(bound);
            // Sums of fractions of a nanosecond are rounded.
            Duration limit = bound.plusNanos(1);
            long most = rule.most(limit);
            assertThat(most).isGreaterThanOrEqualTo(atoms);
            if (most < Long.MAX_VALUE) {
                assertThat(rule.bound(most).upper()).isLessThanOrEqualTo(limit);
                assertThat(rule.bound(most + 1).upper()).isGreaterThanOrEqualTo(limit);
            }
            assertThat(rule.most(bound.minusNanos(1))).isLessThan(atoms);
        }
        assertThat(rule.most(TimeRule.FOREVER)).isEqualTo(Long.MAX_VALUE);
    }

    @Property(tries = 100)
    void aTimeIsBoundedByItsBlocksAsMuchWiderAsItsSamplesAreFarFromWhatWasAsked(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 400) int count, @ForAll Of of) {
        Series series = series(seed, count, false);
        TimeRule rule = TimeRule.of(evidence(of, series), PROMISE, PROMISE, 1.1);
        double wider = 1.1 * (of == Of.ITSELF ? 1 : of == Of.ALL_KINDS ? 1.5 : of == Of.ANOTHER_PHASE ? 6 : 3);
        BlockBounds blocks = series.times().under(0.1, 0.95);
        for (long atoms : ATOMS) {
            assertThat(rule.upper(atoms))
                    .isBetween((long) (wider * blocks.of(atoms)) - 1, (long) (wider * blocks.of(atoms)) + 2);
            String method =
                    (of == Of.ITSELF || of == Of.ALL_KINDS ? blocks.method(atoms) : "widened maximum").toString();
            assertThat(rule.bound(atoms).method()).startsWith(method).doesNotContain("overrun");
        }
        double next = wider * series.times().next(0.1 / 20).orElseThrow();
        assertThat((double) rule.single().toNanos())
                .isBetween(Math.max(next, wider * blocks.of(1)) - 1, Math.max(next, wider * blocks.of(1)) + 2);
        assertThat((double) evidence(of, series).longest().toNanos())
                .isBetween(
                        wider / 1.1 * series.times().largest() - 2,
                        wider / 1.1 * series.times().largest() + 2);
    }

    @Property(tries = 100)
    void memoryIsBoundedByItsBlocksAsMuchWiderAsItsSamplesAreFarFromWhatWasAsked(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 400) int count, @ForAll Of of) {
        Series series = series(seed, count, false);
        MemoryRule rule = MemoryRule.of(evidence(of, series), Limits.NONE, MANY, PROMISE, PROMISE, 1.1);
        double wider = 1.1 * (of == Of.ITSELF ? 1 : of == Of.ALL_KINDS ? 1.1 : of == Of.ANOTHER_PHASE ? 1.375 : 2.2);
        boolean itself = of == Of.ITSELF || of == Of.ALL_KINDS;
        BlockBounds blocks = series.peaks().under(0.1, 0.95);
        for (long atoms : ATOMS) {
            double expected = wider * blocks.of(itself ? atoms : Long.MAX_VALUE);
            expected = itself ? Math.max(expected, series.newestPeak().count()) : expected;
            assertThat((double) rule.bound(atoms).upper().count()).isBetween(expected - 1, expected + 2);
        }
    }

    @Example
    void afterAnOverrunOneAtomIsHalfAsLongAgainAndTheOthersAsUsual() {
        Series series = series(3, 40, true);
        TimeRule rule = TimeRule.of(Evidence.pooled(series), PROMISE, PROMISE, 1);
        BlockBounds blocks = series.times().under(0.1, 0.95).times(1.5);
        long cut = Duration.ofMillis(45).toNanos();
        assertThat((double) rule.upper(1)).isBetween(cut - 1.0, cut + 2.0);
        assertThat((double) rule.upper(3)).isBetween(cut + blocks.of(2) - 1, cut + blocks.of(2) + 2);
        assertThat(rule.bound(3).method()).endsWith(", pooled, after an overrun");
        assertThat(rule.most(Duration.ofNanos(cut - 1))).isZero();
        assertThat(rule.most(Duration.ofNanos(cut + 1))).isEqualTo(1);
    }

    @Example
    void whatIsDeclaredLimitsWhatABrokenPromiseWidened() {
        Series series = series(3, 60, false);
        Limits declared = Limits.declared(Optional.of(series.largestPeak()));
        MemoryRule rule = MemoryRule.of(Evidence.own(series), declared, MANY, PROMISE, PROMISE, 1.2);
        assertThat(rule.bound(1).method()).isEqualTo("order statistic");
        assertThat(rule.bound(1).upper()).isEqualTo(series.largestPeak());
        assertThat(rule.bound(1000)).isEqualTo(new MemoryBound(series.largestPeak(), PROMISE, 60, "declared"));
    }
}
