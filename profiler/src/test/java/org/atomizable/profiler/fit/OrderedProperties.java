package org.atomizable.profiler.fit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.SplittableRandom;
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
        assertThat(ordered.largest()).hasValue(sorted[size - 1]);
        for (int rank : new int[] {1, 1 + size / 7, 1 + size / 2, size - size / 10, size}) {
            assertThat(ordered.ofRank(rank)).isEqualTo(sorted[rank - 1]);
            long limit = sorted[rank - 1];
            assertThat((long) ordered.above(limit))
                    .isEqualTo(Arrays.stream(sorted).filter(it -> it > limit).count());
        }
    }

    @Property(tries = 100)
    void aBoundIsTheObservationOfItsRank(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 10_000) int size,
            @ForAll @IntRange(min = 1, max = 999) int thousandths) {
        long[] sorted = new SplittableRandom(seed).longs(size, 0, 1_000_000).toArray();
        Ordered ordered = Ordered.of(sorted);
        Arrays.sort(sorted);
        double q = thousandths / 1000.0;
        OptionalInt rank = OrderStatistic.rank(size, q, 0.95);

        assertThat(ordered.bound(q, 0.95).isPresent()).isEqualTo(rank.isPresent());
        rank.ifPresent(it -> assertThat(ordered.bound(q, 0.95)).hasValue(sorted[it - 1]));
        assertThat(Ordered.of().largest()).isEmpty();
        assertThat(Ordered.of().median()).isEmpty();
    }
}
