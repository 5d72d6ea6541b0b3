package org.atomizable.profiler.fit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrendTest {

    private static final int PROOF = 299;

    private static long[] values(int count, IntToDoubleFunction value) {
        return IntStream.range(0, count)
                .mapToLong(i -> Math.round(1e6 * value.applyAsDouble(i)))
                .toArray();
    }

    private static double share(int series, int count, double perValue, SplittableRandom random) {
        return IntStream.range(0, series)
                        .filter(it -> Trend.rises(count, values(count, i -> 10 + perValue * i + random.nextGaussian())))
                        .count()
                / (double) series;
    }

    @Test
    void exchangeableValuesRarelyLookLikeARise() {
        SplittableRandom random = new SplittableRandom(1);
        assertThat(share(20_000, PROOF, 0, random)).isBetween(0.0004, 0.0018);
        assertThat(share(20_000, 59, 0, random)).isBetween(0.0004, 0.0018);
        // Of two values, three in four alike.
        double ties = IntStream.range(0, 20_000)
                        .filter(it -> Trend.rises(PROOF, values(PROOF, i -> random.nextInt(4) == 0 ? 2 : 1)))
                        .count()
                / 20_000.0;
        assertThat(ties).isLessThan(0.002);
    }

    @Test
    void aRiseOfOneDeviationAmongTheValuesOfAProofIsMostlySeen() {
        SplittableRandom random = new SplittableRandom(2);
        assertThat(share(1000, PROOF, 1.0 / PROOF, random)).isGreaterThan(0.9);
    }

    @Test
    void whatIsAlwaysTheSameOrFallsDoesNotRise() {
        assertThat(Trend.rises(PROOF, values(PROOF, i -> 3))).isFalse();
        assertThat(Trend.rises(PROOF, values(PROOF, i -> 1000 - i))).isFalse();
        assertThat(Trend.rises(PROOF, values(PROOF, i -> i))).isTrue();
        assertThat(Trend.rises(2)).isFalse();
        assertThat(Trend.rises(2, 1, 2)).isFalse();
    }

    @Test
    void oneStepBackAmongManyStepsUpIsStillARise() {
        long[] values = values(40, i -> i);
        Arrays.sort(values, 10, 20);
        values[39] = 0;
        assertThat(Trend.rises(40, values)).isTrue();
    }

    @Test
    void ofTwiceAsManyEachTimeOneRiseIsEnough() {
        SplittableRandom random = new SplittableRandom(3);
        int rising = 0;
        for (int series = 0; series < 2_000; series++) {
            // Some rise at their end alone, some in all, some nowhere.
            int from = random.nextInt(400);
            long[] values = values(100 + random.nextInt(200), i -> 0.02 * Math.max(0, i - from) + random.nextInt(3));
            boolean each = IntStream.of(32, 64, 128, 256)
                    .filter(it -> it <= values.length)
                    .anyMatch(it -> Trend.rises(it, Arrays.copyOfRange(values, values.length - it, values.length)));
            assertThat(Trend.rises(32, values)).isEqualTo(each);
            rising += each ? 1 : 0;
        }
        assertThat(rising).isBetween(300, 1_700);
    }
}
