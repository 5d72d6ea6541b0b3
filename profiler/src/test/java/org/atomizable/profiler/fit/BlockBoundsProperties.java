package org.atomizable.profiler.fit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;
import net.jqwik.api.constraints.Size;

class BlockBoundsProperties {

    @Property
    void boundsGrowWithTheNumberOfValuesAndTheStrictnessOfThePromise(
            @ForAll @Size(min = 1, max = 300) List<@LongRange(min = 0, max = 1000) Long> values,
            @ForAll boolean adds,
            @ForAll @IntRange(min = 1, max = 80) int k,
            @ForAll @IntRange(min = 0, max = 80) int more,
            @ForAll @Scale(4) @DoubleRange(min = 1e-3, max = 0.999) double q,
            @ForAll @Scale(4) @DoubleRange(min = 1e-3, max = 1) double stricter,
            @ForAll @Scale(4) @DoubleRange(min = 1e-3, max = 0.999) double confidence,
            @ForAll @Scale(4) @DoubleRange(min = 0, max = 0.99) double surer) {
        BlockSeries series = series(values, adds);
        double less = series.under(q, confidence).of(k);
        double greater = series.under(q * stricter, confidence + (1 - confidence) * surer)
                .of(k + more);
        assertThat(greater).isGreaterThanOrEqualTo(less);
    }

    @Property
    void theMostThatFitIsTheLargestNumberWhoseBoundIsWithinTheLimit(
            @ForAll @Size(min = 1, max = 300) List<@LongRange(min = 1, max = 1000) Long> values,
            @ForAll boolean adds,
            @ForAll @Scale(4) @DoubleRange(min = 0.001, max = 0.9) double q,
            @ForAll @Scale(4) @DoubleRange(min = 0.5, max = 0.999) double confidence,
            @ForAll @Scale(4) @DoubleRange(min = 0.1, max = 3) double factor,
            @ForAll @Scale(3) @DoubleRange(min = 0, max = 200_000) double limit) {
        BlockBounds bounds = series(values, adds).under(q, confidence).times(factor);
        long most = bounds.most(limit);
        if (most > 0) {
            assertThat(bounds.of(most)).isLessThanOrEqualTo(limit);
        }
        if (most < Long.MAX_VALUE) {
            assertThat(bounds.of(most + 1)).isGreaterThan(limit);
        }
    }

    @Property
    void noBlockSeenExceedsTheWidenedMaximumOfItsLength(
            @ForAll @Size(min = 1, max = 100) List<@LongRange(min = 0, max = 1000) Long> values,
            @ForAll boolean adds,
            @ForAll @IntRange(min = 0, max = 6) int power) {
        int length = 1 << power;
        double bound = series(values, adds).under(1e-9, 0.999).of(length);
        for (int end = values.size(); end >= length; end -= length) {
            long block = 0;
            for (int i = end - length; i < end; i++) {
                block = adds ? block + values.get(i) : Math.max(block, values.get(i));
            }
            assertThat((double) block).isLessThanOrEqualTo(bound);
        }
    }

    private static BlockSeries series(List<Long> values, boolean adds) {
        long[] each = values.stream().mapToLong(Long::longValue).toArray();
        return adds ? BlockSeries.ofSums(each) : BlockSeries.ofMaxima(each);
    }
}
