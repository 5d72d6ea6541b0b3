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

class BlockSumsProperties {

    @Property
    void theAnswerGrowsWithTheNumberOfValuesAndTheStrictnessOfThePromise(
            @ForAll @Size(min = 1, max = 300) List<@LongRange(min = 0, max = 1000) Long> values,
            @ForAll @IntRange(min = 1, max = 80) int k,
            @ForAll @IntRange(min = 0, max = 80) int more,
            @ForAll @Scale(4) @DoubleRange(min = 1e-3, max = 0.999) double q,
            @ForAll @Scale(4) @DoubleRange(min = 1e-3, max = 1) double stricter,
            @ForAll @Scale(4) @DoubleRange(min = 1e-3, max = 0.999) double confidence,
            @ForAll @Scale(4) @DoubleRange(min = 0, max = 0.99) double surer) {
        BlockSums sums = sums(values);
        double less = answer(sums, k, q, confidence);
        double greater = answer(sums, k + more, q * stricter, confidence + (1 - confidence) * surer);
        assertThat(greater).isGreaterThanOrEqualTo(less);
    }

    @Property
    void noBlockSeenExceedsTheWidenedMaximumOfItsLength(
            @ForAll @Size(min = 1, max = 100) List<@LongRange(min = 0, max = 1000) Long> values,
            @ForAll @IntRange(min = 0, max = 6) int power) {
        int length = 1 << power;
        double bound = sums(values).widened(length).orElseThrow();
        for (int end = values.size(); end >= length; end -= length) {
            long sum = 0;
            for (int i = end - length; i < end; i++) {
                sum += values.get(i);
            }
            assertThat((double) sum).isLessThanOrEqualTo(bound);
        }
    }

    private static BlockSums sums(List<Long> values) {
        return BlockSums.of(values.stream().mapToLong(Long::longValue).toArray());
    }

    private static double answer(BlockSums sums, long k, double q, double confidence) {
        return sums.proven(k, q, confidence).orElseGet(() -> sums.widened(k).orElseThrow());
    }
}
