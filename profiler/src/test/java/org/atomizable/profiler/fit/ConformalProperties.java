package org.atomizable.profiler.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalInt;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import net.jqwik.api.constraints.Size;
import org.apache.commons.math3.distribution.BetaDistribution;

/** Counts broken bounds over many subjobs of processes that drift. All randomness is from fixed seeds. */
class ConformalProperties {

    private static final int SUBJOBS = 100_000;
    private static final int REFIT_EVERY = 100;
    private static final double CONFIDENCE = 0.95;

    /** The peak of subjob t, from one uniform and one normal number. */
    private interface Process {
        double peak(int t, Random random);
    }

    /** A level of which each is like the one before; nothing is drawn for the first. */
    private static final class Level {
        private final double alike;
        private final double noise;
        private double level;

        Level(double alike, double noise) {
            this.alike = alike;
            this.noise = noise;
        }

        double at(int t, Random random) {
            level = t == 0 ? 0 : alike * level + noise * random.nextGaussian();
            return level;
        }
    }

    private static final Level SLOWLY = new Level(0.99, 0.1);
    private static final Level QUICKLY = new Level(0.9, 1);

    enum Drift {
        SUDDEN((t, random) -> (1000 + 100 * random.nextGaussian()) * (t / 10_000 % 3 + 1)),
        SLOW((t, random) -> (1000 + 50 * random.nextGaussian()) * (2 + Math.sin(t / 5000.0))),
        WIDENING((t, random) -> 1000 * Math.exp((0.05 + 0.5 * t / SUBJOBS) * random.nextGaussian())),
        CORRELATED((t, random) -> 1000 * Math.exp(0.3 * SLOWLY.at(t, random)) + random.nextInt(10));

        private final Process process;

        Drift(Process process) {
            this.process = process;
        }
    }

    enum Stationary {
        NORMAL((t, random) -> 1000 + 100 * random.nextGaussian()),
        LOGNORMAL((t, random) -> 1000 * Math.exp(random.nextGaussian())),
        HEAVY_PARETO((t, random) -> 1000 * Math.pow(random.nextDouble(), -1 / 1.5)),
        BIMODAL((t, random) -> (random.nextInt(10) < 7 ? 500 : 2000) + 50 * random.nextDouble()),
        DISCRETE_STEPS((t, random) -> 100 * (1 + random.nextInt(10))),
        RARE_SPIKES((t, random) -> random.nextInt(500) == 0 ? 9000 + random.nextInt(1000) : 1000 + random.nextInt(10)),
        AUTOCORRELATED((t, random) -> Math.max(1, 1000 + 50 * QUICKLY.at(t, random)));

        private final Process process;

        Stationary(Process process) {
            this.process = process;
        }
    }

    enum Theta {
        TENTH(0.1, 30_000),
        HUNDREDTH(0.01, 30_000),
        THOUSANDTH(0.001, SUBJOBS);

        final double value;
        final int subjobs;

        Theta(double value, int subjobs) {
            this.value = value;
            this.subjobs = subjobs;
        }
    }

    @Tag("slow")
    @Property
    void underDriftAsManyAreBrokenAsWasPromised(@ForAll Drift drift, @ForAll Theta theta) {
        double rate = (double) broken(drift.process, theta.value, 21, theta.subjobs, true) / theta.subjobs;
        assertThat(rate).isBetween(0.8 * theta.value, 1.2 * theta.value);
    }

    /** The same count notices bounds that do not learn from what they broke. */
    @Tag("slow")
    @Example
    void withoutItADriftBreaksMoreThanWasPromised() {
        assertThat((double) broken(Drift.SUDDEN.process, 0.001, 21, SUBJOBS, false) / SUBJOBS)
                .isGreaterThan(0.0012);
    }

    @Tag("slow")
    @Property
    void ofAStationaryProcessNotSignificantlyMoreAreBrokenThanWasPromised(
            @ForAll Stationary stationary, @ForAll Theta theta) {
        int broken = broken(stationary.process, theta.value, 22, theta.subjobs, true);
        // Clopper and Pearson's lower limit, one-sided at 95 %.
        double low = broken == 0
                ? 0
                : new BetaDistribution(broken, theta.subjobs - broken + 1.0).inverseCumulativeProbability(0.05);
        assertThat(low).isLessThanOrEqualTo(theta.value);
    }

    @Property
    void theLevelIsAProbabilityAndFallsWithEachBrokenPromise(
            @ForAll @Scale(3) @DoubleRange(min = 0.001, max = 0.5) double target, @ForAll boolean[] broken) {
        Conformal state = Conformal.FIRST;
        for (boolean each : broken) {
            Conformal next = state.after(each, target);
            assertThat(next.level(target)).isBetween(Double.MIN_NORMAL, 0.95);
            assertThat(next.margin()).isGreaterThanOrEqualTo(1);
            assertThat(each ? state.level(target) : next.level(target))
                    .isGreaterThanOrEqualTo(each ? next.level(target) : state.level(target));
            state = next;
        }
    }

    /** The rate of broken promises differs from the target by as much as the shift has moved, over half of them. */
    @Property
    void inTheLongRunTheShiftTellsHowManyWereBroken(
            @ForAll @DoubleRange(min = 0.01, max = 0.5) double target,
            @ForAll @Size(min = 1, max = 200) boolean[] broken) {
        Conformal state = new Conformal(1000);
        int count = 0;
        for (boolean each : broken) {
            state = state.after(each, target);
            count += each ? 1 : 0;
        }
        double rate = (double) count / broken.length;
        assertThat(rate - target).isCloseTo((state.shift() - 1000) / (0.5 * broken.length), within(1e-9));
    }

    @Example
    void oneBrokenPromiseAsksForTwoFifthsLess() {
        Conformal broken = Conformal.FIRST.after(true, 0.1);
        assertThat(broken.shift()).isCloseTo(0.45, within(1e-12));
        assertThat(broken.level(0.1)).isCloseTo(0.1 * Math.exp(-0.45), within(1e-12));
        assertThat(broken.margin()).isCloseTo(Math.exp(0.05 * 0.45), within(1e-12));
        Conformal kept = Conformal.FIRST.after(false, 0.1);
        assertThat(kept.level(0.1)).isCloseTo(0.1 * Math.exp(0.05), within(1e-12));
        assertThat(kept.margin()).isEqualTo(1);
        Conformal always = Conformal.FIRST;
        for (int i = 0; i < 1000; i++) {
            always = always.after(false, 0.1);
        }
        assertThat(always.level(0.1)).isCloseTo(0.95, within(1e-12));
        assertThat(always.after(true, 0.1).level(0.1)).as("soon strict again").isLessThan(0.65);
        assertThat(new Conformal(-5).level(0.97)).isEqualTo(0.97);
        assertThatThrownBy(() -> new Conformal(Double.NaN)).hasMessageContaining("finite");
    }

    private static int broken(Process process, double theta, long seed, int subjobs, boolean learning) {
        Random random = new Random(seed);
        Deque<Long> window = new ArrayDeque<>();
        Conformal state = Conformal.FIRST;
        Ordered peaks = Ordered.of();
        int broken = 0;
        // Nothing is promised before there is something to bound.
        for (int t = -4000; t < subjobs; t++) {
            long peak = Math.max(1, Math.round(1000 * process.peak(Math.max(0, t), random)));
            if (t >= 0) {
                if (t % REFIT_EVERY == 0) {
                    peaks = Ordered.of(
                            window.stream().mapToLong(Long::longValue).toArray());
                }
                Conformal asked = learning ? state : Conformal.FIRST;
                double bound = bound(peaks, asked.level(theta)) * asked.margin();
                boolean over = peak > bound;
                broken += over ? 1 : 0;
                state = state.after(over, theta);
            }
            window.add(peak);
            if (window.size() > 4000) {
                window.remove();
            }
        }
        return broken;
    }

    /** As a profile answers for one atom. */
    private static double bound(Ordered peaks, double q) {
        OptionalInt rank = OrderStatistic.rank(peaks.size(), q, CONFIDENCE);
        return rank.isPresent() ? peaks.ofRank(rank.getAsInt()) : Widening.LEAST * peaks.ofRank(peaks.size());
    }
}
