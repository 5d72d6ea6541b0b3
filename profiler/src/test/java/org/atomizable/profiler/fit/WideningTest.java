package org.atomizable.profiler.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WideningTest {

    private static final long[] ALIKE =
            LongStream.generate(() -> 1000).limit(20).toArray();

    @Test
    void aFewValuesAreWidenedByTheirNumber() {
        assertThat(Widening.after(1).of(0.01, 1000)).isEqualTo(2.2);
        assertThat(Widening.after(4).of(0.01, 1000, 1000, 1000, 1000)).isCloseTo(1.1 + 1.1 / 8, within(1e-9));
        assertThat(Widening.after(1000).of(0.01, ALIKE)).isCloseTo(1.1, within(1e-4));
        assertThat(Widening.after(0).of(0.01, 1000)).as("an unknown number").isEqualTo(1.1);
        assertThatIllegalArgumentException().isThrownBy(() -> new Widening(0));
    }

    @Test
    void valuesThatDifferAreWidenedByTheirSpread() {
        long[] spread = new long[20];
        for (int i = 0; i < spread.length; i++) {
            spread[i] = Math.round(1000 * Math.pow((i + 0.5) / spread.length, -0.25));
        }
        // Index 1/4, and the next quantile asked for is 100 / 21 times as rare as the largest.
        assertThat(Widening.after(20).of(0.01, spread)).isCloseTo(Math.pow(100 / 21.0, 0.25), within(0.1));
        assertThat(Widening.after(20).of(0.01, ALIKE)).isLessThan(1.12);
        assertThat(Widening.after(20).of(0.04, spread))
                .isLessThan(Widening.after(20).of(0.01, spread));
        assertThat(Widening.after(3).of(0.01, 1, 50, 90_000)).isEqualTo(3);
    }

    @Test
    void whatBoundsALongerSubjobBoundsAShorterOne() {
        SubjobCurves curves = SubjobCurves.NONE;
        for (int i = 0; i < 12; i++) {
            // The first atom varies, and the second needs as much as ever.
            curves = curves.plus(SubjobCurve.ofMaxima(2, 0, 300 + 60 * (i % 5), 1000));
        }
        SubjobCurveBounds bounds = curves.under(0.01, 0.01, 0.95, Widening.after(12));
        assertThat(bounds.largest(0)).isEqualTo(540);
        double alone = 540 * Widening.after(12).of(0.01, 300, 300, 300, 360, 360, 360, 420, 420, 480, 480, 540, 540);
        assertThat(bounds.bound(0)).isEqualTo((long) Math.ceil(alone));
        assertThat(bounds.bound(1)).isBetween(1120L, 1130L);
        SubjobCurves wide = curves.plus(SubjobCurve.ofMaxima(1, 0, 900));
        assertThat(wide.under(0.01, 0.01, 0.95, Widening.after(13)).bound(0))
                .as("by subjobs of two atoms")
                .isBetween(1000L, 1130L);
        assertThat(wide.under(0.01, 0.01, 0.95).bound(0)).as("not widened").isEqualTo(900);
    }
}
