package org.atomizable.profiler.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.profile.TimeBound;
import org.atomizable.api.window.SliceKind;

/** Counts how often bounds are broken by the future of known processes. All randomness is from fixed seeds. */
@Tag("slow")
class KeptPromiseProperties {

    private static final SliceKind KIND = new SliceKind("2g.20gb");
    private static final Promise PROMISE = new Promise(0.2, 0.9, 0.2);
    private static final Promise STRICT = new Promise(0.1, 0.95, 0.1);
    private static final int FITS = 300;

    /** Quantile functions of peaks and times, in arbitrary units; none decreases. */
    enum Shape {
        NORMAL(u -> 1000 + 100 * new NormalDistribution().inverseCumulativeProbability(u)),
        LOGNORMAL(u -> 1000 * Math.exp(0.5 * new NormalDistribution().inverseCumulativeProbability(u))),
        BIMODAL(u -> u < 0.7 ? 500 + 50 * u : 2000 + 50 * u),
        DISCRETE(u -> 100 * Math.floor(10 * u)),
        RARE_SPIKES(u -> u < 0.98 ? 1000 + u : 9000 + u);

        private final long[] table = new long[50_000];

        Shape(DoubleUnaryOperator quantile) {
            for (int i = 0; i < table.length; i++) {
                table[i] = Math.max(1, Math.round(1000 * quantile.applyAsDouble((i + 0.5) / table.length)));
            }
        }

        long draw(RandomGenerator random) {
            return table[random.nextInt(table.length)];
        }

        /** The exact probability that one draw exceeds a bound. */
        double beyond(long bound) {
            int above = 0;
            while (above < table.length && table[table.length - 1 - above] > bound) {
                above++;
            }
            return (double) above / table.length;
        }
    }

    /** Confidence gamma: of many fits, all but a share of 1 - gamma have a true violation probability of theta or less. */
    @Property
    void theShareOfMemoryBoundsThatPromiseTooMuchIsWithinTheDoubt(@ForAll Shape shape) {
        SplittableRandom random = new SplittableRandom(17);
        int atoms = 128;
        int broken = 0;
        int brokenIfNotShared = 0;
        for (int fit = 0; fit < FITS; fit++) {
            JobProfile profile = JobProfile.declared(Optional.empty()).with(independent(shape, 4000, random));
            MemoryBound bound = profile.peak(KIND, Phase.STEADY, atoms, PROMISE);
            assertThat(bound.method()).isEqualTo("order statistic");
            broken += violates(shape, bound, atoms) ? 1 : 0;
            brokenIfNotShared += violates(shape, profile.peak(KIND, Phase.STEADY, 1, PROMISE), atoms) ? 1 : 0;
        }
        assertThat(broken).isLessThanOrEqualTo(limit(1 - PROMISE.gamma()));
        // The same count would notice a bound that keeps theta for each atom and not for all of them together.
        if (shape != Shape.DISCRETE) {
            assertThat(brokenIfNotShared).isGreaterThan(limit(1 - PROMISE.gamma()));
        }
    }

    private static boolean violates(Shape shape, MemoryBound bound, int atoms) {
        double none = Math.pow(1 - shape.beyond(bound.upper().count()), atoms);
        return 1 - none > PROMISE.theta();
    }

    @Property
    void blocksOfTheFutureRarelyTakeLongerThanTheBound(@ForAll Shape shape) {
        SplittableRandom random = new SplittableRandom(18);
        // Sixteen in a row hold a rare spike more often than epsilon, though one seldom is one.
        int atoms = 16;
        int broken = 0;
        for (int fit = 0; fit < FITS; fit++) {
            JobProfile profile = JobProfile.declared(Optional.empty()).with(independent(shape, 2000, random));
            TimeBound bound = profile.span(KIND, Phase.STEADY, atoms, STRICT);
            assertThat(bound.method()).isEqualTo("order statistic");
            broken += sum(independent(shape, atoms, random)).compareTo(bound.upper()) > 0 ? 1 : 0;
        }
        assertThat(broken).isLessThanOrEqualTo(limit(STRICT.epsilon() + (1 - STRICT.gamma())));
    }

    /** A machine that is slow for a while and fast for a while: neighbouring atoms are alike. */
    @Example
    void blocksOfCorrelatedAtomsRarelyTakeLongerThanTheBoundButOftenLongerThanTheirMean() {
        SplittableRandom random = new SplittableRandom(19);
        int atoms = 16;
        int broken = 0;
        int brokenByMean = 0;
        for (int fit = 0; fit < FITS; fit++) {
            List<Sample> past = correlated(2000, random, random.nextInt(4) == 0);
            boolean slowNow = random.nextInt(4) == 0;
            Duration future = sum(correlated(atoms, random, slowNow));
            JobProfile profile = JobProfile.declared(Optional.empty()).with(past);
            TimeBound bound = profile.span(KIND, Phase.STEADY, atoms, STRICT);
            assertThat(bound.method()).isEqualTo("order statistic");
            broken += future.compareTo(bound.upper()) > 0 ? 1 : 0;
            Duration byMean = sum(past).dividedBy(past.size()).multipliedBy(atoms);
            brokenByMean += future.compareTo(byMean.plus(byMean.dividedBy(4))) > 0 ? 1 : 0;
        }
        int limit = limit(STRICT.epsilon() + (1 - STRICT.gamma()));
        assertThat(broken).isLessThanOrEqualTo(limit);
        // The same count would notice the mean of an atom, even with a quarter added, taken as many times.
        assertThat(brokenByMean).isGreaterThan(limit);
    }

    /** Where the samples are too few to prove anything, the guess is still neither absurdly large nor often wrong. */
    @Property
    void theWidenedMaximumOfSixtyAtomsIsUsefulAndSeldomBroken(@ForAll Shape shape) {
        SplittableRandom random = new SplittableRandom(20);
        int atoms = 100;
        int broken = 0;
        double timesTheMean = 0;
        for (int fit = 0; fit < FITS; fit++) {
            JobProfile profile = JobProfile.declared(Optional.empty()).with(independent(shape, 60, random));
            TimeBound bound = profile.span(KIND, Phase.STEADY, atoms, Promise.DEFAULT);
            assertThat(bound.method()).isEqualTo("widened maximum");
            Duration future = sum(independent(shape, atoms, random));
            broken += future.compareTo(bound.upper()) > 0 ? 1 : 0;
            timesTheMean += (double) bound.upper().toNanos() / future.toNanos() / FITS;
        }
        assertThat(broken).isLessThanOrEqualTo(limit(Promise.DEFAULT.epsilon()));
        assertThat(timesTheMean).isLessThan(3);
    }

    /** What a count of {@link #FITS} stays below, at four standard deviations, if each is a success at most this often. */
    private static int limit(double probability) {
        return (int) (FITS * probability + 4 * Math.sqrt(FITS * probability * (1 - probability)));
    }

    private static List<Sample> independent(Shape shape, int count, RandomGenerator random) {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long value = shape.draw(random);
            samples.add(new Sample(KIND, Phase.STEADY, Duration.ofNanos(value), Bytes.of(value)));
        }
        return samples;
    }

    private static List<Sample> correlated(int count, RandomGenerator random, boolean slowAtFirst) {
        List<Sample> samples = new ArrayList<>();
        boolean slow = slowAtFirst;
        for (int i = 0; i < count; i++) {
            // A quarter of the time slow, for 40 atoms at a stretch on average.
            slow = random.nextDouble() < (slow ? 0.025 : 0.025 / 3) ? !slow : slow;
            long nanoseconds = (slow ? 3000 : 1000) + random.nextInt(100);
            samples.add(new Sample(KIND, Phase.STEADY, Duration.ofNanos(nanoseconds), Bytes.ZERO));
        }
        return samples;
    }

    private static Duration sum(List<Sample> samples) {
        return samples.stream().map(Sample::took).reduce(Duration.ZERO, Duration::plus);
    }
}
