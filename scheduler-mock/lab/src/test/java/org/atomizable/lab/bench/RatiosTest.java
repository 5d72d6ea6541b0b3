package org.atomizable.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RatiosTest {

    private static Ratios.Interval of(double... values) {
        Ratios ratios = new Ratios();
        for (double value : values) {
            ratios.add(value);
        }
        return ratios.interval();
    }

    /** Of a skewed distribution, whose true median is a quarter: the interval misses it about once in twenty times. */
    @Test
    void theIntervalHoldsTheTrueMedianInNineteenOfTwentyCases() {
        SplittableRandom random = new SplittableRandom(3);
        int held = 0;
        for (int i = 0; i < 2000; i++) {
            double[] values = random.doubles(100).map(it -> it * it).toArray();
            Ratios.Interval interval = of(values);
            held += interval.low() <= 0.25 && 0.25 <= interval.high() ? 1 : 0;
        }
        assertThat(held).isBetween(1840, 1960);
    }

    @Test
    void fewValuesHaveTheWidestInterval() {
        assertThat(of(3, 1, 2)).isEqualTo(new Ratios.Interval(2, 1, 3, 3));
        assertThat(of(7)).isEqualTo(new Ratios.Interval(7, 7, 7, 1));
    }

    @Test
    void valuesArePrintedAndReportedTimesAFactor() {
        Ratios.Interval interval = of(0.01, 0.02, 0.03);
        assertThat(interval.times(100)).isEqualTo("2.00 [1.00, 3.00]");
        assertThat(interval.fields(100))
                .containsEntry("median", 2.0)
                .containsEntry("low", 1.0)
                .containsEntry("high", 3.0);
    }
}
