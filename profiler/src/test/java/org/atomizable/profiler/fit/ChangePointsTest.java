package org.atomizable.profiler.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangePointsTest {

    private static final int SERIES = 4000;

    private static long[] values(int count, IntToLongFunction value) {
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = value.applyAsLong(i);
        }
        return values;
    }

    /** Values with a coefficient of variation of about 0.2, neighbours of which are correlated. */
    private static long[] noisy(int count, double correlation, SplittableRandom random) {
        double[] last = {random.nextGaussian()};
        return values(count, i -> {
            last[0] = correlation * last[0] + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
            return Math.round(7000 * Math.exp(0.2 * last[0]));
        });
    }

    @ParameterizedTest(name = "{0} values, correlation {1}")
    @CsvSource({"50, 0", "400, 0", "4096, 0", "400, 0.5", "400, 0.9"})
    void valuesThatAreAllAlikeSeldomLookLikeAChange(int count, double correlation) {
        SplittableRandom random = new SplittableRandom(17);
        int series = count > 1000 ? SERIES / 4 : SERIES;
        int alarms = 0;
        for (int i = 0; i < series; i++) {
            alarms += ChangePoints.of(noisy(count, correlation, random)).isEmpty() ? 0 : 1;
        }
        ClopperPearson rate = ClopperPearson.of(alarms, series, 0.95);
        assertThat(rate.low()).isLessThanOrEqualTo(correlation == 0 ? ChangePoints.LEVEL : 0.01);
        assertThat(rate.high()).isLessThanOrEqualTo(0.01);
    }

    @Test
    void aJobThatIsAskedAgainAndAgainSeldomSeesAChangeThatIsNone() {
        SplittableRandom random = new SplittableRandom(18);
        int alarms = 0;
        for (int i = 0; i < 400; i++) {
            long[] values = noisy(1000, 0, random);
            boolean alarm = false;
            for (int count = 20; count <= 1000 && !alarm; count += 20) {
                alarm = !ChangePoints.of(Arrays.copyOf(values, count)).isEmpty();
            }
            alarms += alarm ? 1 : 0;
        }
        assertThat(alarms).isLessThanOrEqualTo(8);
    }

    @ParameterizedTest(name = "{0} values and {1} after the change")
    @CsvSource({"100, 30", "400, 40", "4000, 130"})
    void aChangeIsFoundWhereItIs(int before, int after) {
        SplittableRandom random = new SplittableRandom(19);
        int found = 0;
        for (int i = 0; i < 1000; i++) {
            long[] values = values(
                    before + after, at -> Math.round((at < before ? 17_000 : 7_000) * random.nextDouble(0.9, 1.1)));
            found += ChangePoints.of(values).stream().anyMatch(it -> it.at() == before) ? 1 : 0;
        }
        assertThat(found).isGreaterThanOrEqualTo(950);
    }

    @Test
    void aFewValuesAreNoChange() {
        assertThat(ChangePoints.of(values(400, i -> i < 393 ? 17_000 : 7_000))).isEmpty();
        assertThat(ChangePoints.of(values(12, i -> i < 6 ? 17_000 : 7_000))).isEmpty();
        assertThat(ChangePoints.of()).isEmpty();
    }

    @Test
    void aLevelThatComesBackIsTwoChanges() {
        SplittableRandom random = new SplittableRandom(20);
        long[] values =
                values(900, i -> Math.round((i >= 300 && i < 600 ? 2_000 : 9_000) * random.nextDouble(0.95, 1.05)));
        assertThat(ChangePoints.of(values)).extracting(ChangePoints.Change::at).containsExactly(300, 600);
    }

    @Test
    void severalChangesAreFoundInOrder() {
        long[] values = values(900, i -> i < 300 ? 5_000 : i < 600 ? 9_000 : 2_000);
        assertThat(ChangePoints.of(values)).extracting(ChangePoints.Change::at).containsExactly(300, 600);
        assertThat(ChangePoints.of(values)).allMatch(it -> it.confidence() >= 1 - ChangePoints.LEVEL);
    }

    @Test
    void whatChangesNoBoundIsNoChange() {
        assertThat(ChangePoints.of(values(1000, i -> i < 500 ? 7_000 : 7_500))).isEmpty();
    }

    /** Of two levels of n / 2 values each, K is n² / 4. */
    @ParameterizedTest
    @CsvSource({"20, 2", "24, 3", "40, 2", "40, 50"})
    void theConfidenceOfAStepIsThatOfTheRankTest(int n, int factor) {
        double chance = 2 * Math.exp(-6 * Math.pow(n / 2.0, 4) / (Math.pow(n, 3) + Math.pow(n, 2)));
        assertThat(chance).as("found at all").isBetween(0.0, 0.01);
        List<ChangePoints.Change> found = ChangePoints.of(values(n, i -> i < n / 2 ? 1000 : 1000L * factor));
        if (chance > ChangePoints.LEVEL) {
            assertThat(found).isEmpty();
        } else {
            assertThat(found).singleElement().satisfies(it -> {
                assertThat(it.at()).isEqualTo(n / 2);
                assertThat(it.confidence()).isCloseTo(1 - chance, within(1e-12));
            });
        }
    }

    @Test
    void twoValuesDifferNotablyIfBoundsAreNotWidenedAsMuch() {
        assertThat(ChangePoints.isNotable(1000, 1100)).isFalse();
        assertThat(ChangePoints.isNotable(1000, 1101)).isTrue();
        assertThat(ChangePoints.isNotable(1101, 1000)).isTrue();
        assertThat(ChangePoints.isNotable(0, 0)).isFalse();
    }

    /** Each value comes ten times in a row: so many say no more than one. */
    @Test
    void valuesThatAreLikeTheirNeighboursProveNoChange() {
        SplittableRandom random = new SplittableRandom(21);
        for (int i = 0; i < 50; i++) {
            long[] drawn = random.longs(20, 1000, 9000).toArray();
            assertThat(ChangePoints.of(values(200, at -> drawn[at / 10]))).isEmpty();
        }
    }

    @Test
    void aSeriesReadBackwardsChangesAtTheSamePlaces() {
        SplittableRandom random = new SplittableRandom(22);
        long[] values = values(
                300, i -> Math.round((i < 90 ? 3_000 : i < 180 ? 9_000 : 5_000) * random.nextDouble(0.95, 1.05)));
        assertThat(ChangePoints.of(values)).extracting(ChangePoints.Change::at).containsExactly(90, 180);
        assertThat(ChangePoints.of(values(300, i -> values[299 - i])))
                .extracting(ChangePoints.Change::at)
                .containsExactly(120, 210);
    }

    @Test
    void whatMakesLargeValuesRarerOnlyChangesNoBound() {
        SplittableRandom random = new SplittableRandom(23);
        long[] rarer = values(400, i -> random.nextInt(10) < (i < 200 ? 9 : 1) ? 9_000 : 3_000);
        assertThat(ChangePoints.of(rarer)).isEmpty();
        long[] fallen = values(400, i -> i < 200 ? rarer[i] : rarer[i] / 3);
        assertThat(ChangePoints.of(fallen)).isNotEmpty();
    }

    @Test
    void noPartOfFewerThanEightValuesIsFound() {
        for (int before = 8; before <= 60; before++) {
            int first = before;
            assertThat(ChangePoints.of(values(68, i -> i < first ? 2_000 : 17_000)))
                    .allSatisfy(it -> assertThat(it.at()).isBetween(8, 60).isEqualTo(first));
        }
        assertThat(ChangePoints.of(values(400, i -> i < 60 ? 17_000 : 7_000)))
                .extracting(ChangePoints.Change::at)
                .containsExactly(60);
    }
}
