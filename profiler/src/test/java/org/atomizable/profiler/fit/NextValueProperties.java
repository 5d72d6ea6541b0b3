package org.atomizable.profiler.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.apache.commons.math3.distribution.TDistribution;

class NextValueProperties {

    @Property
    void aLimitIsNeverLessThanTheLargestValueAndGrowsWithCertainty(
            @ForAll @Size(min = 1, max = 50) long @LongRange(min = 0, max = 1_000_000_000_000L) [] values) {
        NextValue next = NextValue.of(values);

        assertThat(next.limit(0.01))
                .isGreaterThanOrEqualTo(Arrays.stream(values).max().orElseThrow());
        assertThat(next.limit(0.0001)).isGreaterThanOrEqualTo(next.limit(0.01));
    }

    @Property
    void studentsQuantileIsThatOfCommonsMath(
            @ForAll @IntRange(min = 8, max = 5000) int freedom,
            @ForAll @IntRange(min = 2, max = 2000) int tenThousandths) {
        double q = tenThousandths / 10_000.0;
        double exact = new TDistribution(null, freedom).inverseCumulativeProbability(1 - q);

        // What the expansion leaves out falls with the fourth power of the freedom.
        double leftOut = 0.02 * Math.pow(8.0 / freedom, 4) + 1e-7;
        assertThat(NextValue.student(q, freedom)).isCloseTo(exact, within(leftOut * exact));
    }

    /** With eight values of a spread of 0.15 beside those that were seen. */
    @Property
    void aLimitIsThePredictionLimitOfALogNormalDistribution(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int count) {
        long[] values = new SplittableRandom(seed).longs(count, 1_000, 100_000).toArray();
        double q = 0.001;
        double[] logarithms = Arrays.stream(values).mapToDouble(Math::log).toArray();
        double mean = Arrays.stream(logarithms).average().orElseThrow();
        double squares =
                Arrays.stream(logarithms).map(it -> (it - mean) * (it - mean)).sum();
        int freedom = values.length + 7;
        double deviation = Math.sqrt((8 * 0.15 * 0.15 + squares) / freedom);
        double quantile = new TDistribution(null, freedom).inverseCumulativeProbability(1 - q);
        double limit = Math.exp(mean + quantile * deviation * Math.sqrt(1 + 1.0 / values.length));

        assertThat(Math.log(NextValue.of(values).limit(q)))
                .isCloseTo(
                        Math.log(Math.max(limit, Arrays.stream(values).max().orElseThrow())),
                        within(0.02 * quantile * deviation));
    }

    /** Of log-normal values, as few as a job has checkpoints, no more than the stated part exceeds the limit. */
    @Example
    void logNormalValuesExceedTheirLimitAsRarelyAsIsStated() {
        SplittableRandom random = new SplittableRandom(1);
        double q = 0.01;
        int tries = 20_000;
        for (int count : new int[] {3, 10, 40}) {
            int exceeded = 0;
            for (int i = 0; i < tries; i++) {
                long[] values =
                        LongStream.generate(() -> value(random)).limit(count).toArray();
                exceeded += value(random) > NextValue.of(values).limit(q) ? 1 : 0;
            }
            assertThat(ClopperPearson.of(exceeded, tries, 0.99).low())
                    .as("%s of %s after %s values", exceeded, tries, count)
                    .isLessThanOrEqualTo(q);
        }
    }

    private static long value(SplittableRandom random) {
        double normal = 0;
        for (int i = 0; i < 12; i++) {
            normal += random.nextDouble() - 0.5;
        }
        return Math.round(1e10 * Math.exp(0.15 * normal));
    }
}
