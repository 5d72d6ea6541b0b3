package org.atomizable.profiler.fit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class OrderedProperties {

    /** Many or few, nearly all alike or all different, in any order or in ascending or descending order. */
    @Property(tries = 300)
    void everyRankMedianAndCountIsThatOfTheSortedValues(
            @ForAll long seed,
            @ForAll boolean many,
            @ForAll @IntRange(min = 1, max = 10_000) int few,
            @ForAll @LongRange(min = 1, max = 1_000_000) long different,
            @ForAll @IntRange(min = 0, max = 2) int order) {
        int size = many ? few + 8192 : few;
        long[] values = new SplittableRandom(seed).longs(size, 0, different).toArray();
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        long[] given = order == 0 ? values : sorted.clone();
        if (order == 2) {
            for (int i = 0; i < size; i++) {
                given[i] = sorted[size - 1 - i];
            }
        }

        Ordered ordered = Ordered.of(given);

        assertThat(ordered.size()).isEqualTo(size);
        assertThat(ordered.median()).hasValue(sorted[size / 2]);
        for (int rank : new int[] {1, 1 + size / 7, 1 + size / 2, size - size / 10, size}) {
            assertThat(ordered.ofRank(rank)).isEqualTo(sorted[rank - 1]);
            long limit = sorted[rank - 1];
            assertThat((long) ordered.above(limit))
                    .isEqualTo(Arrays.stream(sorted).filter(it -> it > limit).count());
        }
    }

    @Example
    void noValuesHaveNoMedian() {
        assertThat(Ordered.of().median()).isEmpty();
    }
}
