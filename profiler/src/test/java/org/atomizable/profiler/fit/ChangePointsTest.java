package org.atomizable.profiler.fit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
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
        for (int i = 0; i < 1000; i++) {
            long[] values = noisy(1000, 0, random);
            boolean alarm = false;
            for (int count = 20; count <= 1000 && !alarm; count += 20) {
                alarm = !ChangePoints.of(Arrays.copyOf(values, count)).isEmpty();
            }
            alarms += alarm ? 1 : 0;
        }
        assertThat(alarms).isLessThanOrEqualTo(20);
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
}
