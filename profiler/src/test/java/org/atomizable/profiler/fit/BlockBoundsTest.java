package org.atomizable.profiler.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BlockBoundsTest {

    private static BlockBounds guessed(long... values) {
        BlockBounds bounds = BlockSeries.ofSums(values).under(1e-9, 0.999);
        assertThat(bounds.provedUpTo()).isZero();
        return bounds;
    }

    @Test
    void nothingIsKnownOfASeriesWithoutValues() {
        BlockBounds none = BlockSeries.ofSums().under(0.5, 0.5);
        assertThat(none.isEmpty()).isTrue();
        assertThat(none.most(1e300)).isZero();
        assertThatIllegalStateException().isThrownBy(() -> none.of(1));
        assertThat(BlockSeries.ofSums().typical(1)).isEmpty();
    }

    @Test
    void oneValueIsTheBlockOfItsOwn() {
        assertThat(guessed(8).of(3)).isEqualTo(3 * 8 * 2.25);
        assertThat(BlockSeries.ofSums(8).typical(3)).hasValue(24);
        assertThat(BlockSeries.ofMaxima(8).typical(3)).hasValue(8);
    }

    @Test
    void fewValuesAreNotCutIntoLongBlocks() {
        // 15 values make 7 pairs, one too few.
        long[] values = new long[15];
        Arrays.fill(values, 2);
        values[4] = 10;
        assertThat(guessed(values).of(2)).isCloseTo(2 * 10 * (1.25 + 1.0 / 15), within(1e-9));
    }

    @Test
    void aSpikeIsSpreadOverItsBlock() {
        long[] values = new long[16];
        Arrays.fill(values, 2);
        values[4] = 10;
        assertThat(guessed(values).of(2)).isCloseTo(12 * (1.25 + 1.0 / 8), within(1e-9));
        assertThat(guessed(values).of(6)).isCloseTo(36 * (1.25 + 1.0 / 8), within(1e-9));
    }

    @Test
    void anIncompleteOldestBlockCountsForTheLargest() {
        long[] values = new long[17];
        Arrays.fill(values, 2);
        values[0] = 10;
        assertThat(guessed(values).of(2)).isCloseTo(10 * (1.25 + 1.0 / 8), within(1e-9));
    }

    @Test
    void manyValuesAreBoundedByAnOrderStatistic() {
        long[] values = new long[1000];
        for (int i = 0; i < values.length; i++) {
            values[i] = i % 100;
        }
        // One candidate length: no doubt is shared.
        int rank = OrderStatistic.rank(1000, 0.05, 0.95).orElseThrow();
        assertThat(BlockSeries.ofSums(values).under(0.05, 0.95).of(1)).isEqualTo((rank - 1) / 10);
        assertThat(BlockSeries.ofMaxima(values).under(0.05, 0.95).of(1)).isEqualTo((rank - 1) / 10);
    }

    @Test
    void noMoreIsClaimedThanTheValuesSupport() {
        // (1 - q)^n <= 1 - confidence, with the doubt shared among the two lengths from two values on.
        assertThat(provedUpTo(298, 0.01)).isZero();
        assertThat(provedUpTo(299, 0.01)).isEqualTo(1);
        assertThat(provedUpTo(734, 0.01)).isEqualTo(1);
        assertThat(provedUpTo(736, 0.01)).isEqualTo(2);
        assertThat(provedUpTo(28, 0.1)).isZero();
        assertThat(provedUpTo(29, 0.1)).isEqualTo(1);
        assertThat(provedUpTo(2994, 0.001)).isZero();
        assertThat(provedUpTo(2995, 0.001)).isEqualTo(1);
    }

    private static long provedUpTo(int values, double q) {
        return BlockSeries.ofMaxima(new long[values]).under(q, 0.95).provedUpTo();
    }

    @Test
    void hugeValuesDoNotOverflow() {
        long[] values = new long[64];
        Arrays.fill(values, Long.MAX_VALUE);
        BlockBounds bounds = BlockSeries.ofSums(values).under(0.2, 0.8);
        assertThat(bounds.of(64)).isPositive();
        assertThat(bounds.of(Long.MAX_VALUE)).isGreaterThan(bounds.of(64));
    }

    @Test
    void whatNeedsNothingFitsAnyNumber() {
        assertThat(BlockSeries.ofSums(0, 0, 0).under(0.2, 0.8).most(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(BlockSeries.ofMaxima(3, 3, 3).under(0.2, 0.8).most(3.4)).isEqualTo(Long.MAX_VALUE);
        assertThat(BlockSeries.ofMaxima(3, 3, 3).under(0.2, 0.8).most(2)).isZero();
    }

    @Test
    void negativeValuesAndEmptySumsAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> BlockSeries.ofSums(1, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> guessed(1).of(0));
    }

    private static long[] exponential(int count) {
        SplittableRandom random = new SplittableRandom(7);
        return random.doubles(count)
                .mapToLong(p -> Math.round(-1e6 * Math.log1p(-p)))
                .toArray();
    }

    @Test
    void theFourLongestLengthsOfBlockShareTheDoubt() {
        // Of 16 values: pairs are the shortest of four, 349 of which bound an eighth of 0.1 with a quarter of the
        // doubt.
        assertThat(provedUpTo(697, 0.1)).isEqualTo(8);
        assertThat(provedUpTo(698, 0.1)).isEqualTo(16);
    }

    @Test
    void theMostThatFitIsTheLargestNumberWhoseBoundFits() {
        for (BlockSeries series :
                List.of(BlockSeries.ofSums(exponential(700)), BlockSeries.ofMaxima(exponential(700)))) {
            BlockBounds bounds = series.under(0.1, 0.95);
            for (long k = 1; k <= 300; k++) {
                double limit = bounds.of(k);
                long most = bounds.most(limit);
                assertThat(most).isGreaterThanOrEqualTo(k);
                assertThat(bounds.of(most)).isLessThanOrEqualTo(limit);
                if (most < Long.MAX_VALUE) {
                    assertThat(bounds.of(most + 1)).isGreaterThan(limit);
                }
                assertThat(bounds.most(Math.nextDown(limit))).isLessThan(k);
            }
        }
    }

    @Test
    void aTailIsUsedAsFarAsItsObservationsSupportIt() {
        BlockBounds bounds = BlockSeries.ofMaxima(exponential(200)).under(0.004, 0.95);
        // Ten times as rare as the rarest of 200, shared among 8 values, and no further.
        for (long k : new long[] {1, 2, 4, 8}) {
            assertThat(bounds.method(k)).isEqualTo(BlockBounds.Method.GENERALIZED_PARETO);
        }
        for (long k : new long[] {9, 16, 1000}) {
            assertThat(bounds.method(k)).isEqualTo(BlockBounds.Method.WIDENED_MAXIMUM);
        }
        assertThat(bounds.provedUpTo()).isZero();
        BlockBounds proved = BlockSeries.ofMaxima(exponential(700)).under(0.1, 0.95);
        assertThat(proved.method(16)).isEqualTo(BlockBounds.Method.ORDER_STATISTIC);
        assertThat(proved.method(17)).isNotEqualTo(BlockBounds.Method.ORDER_STATISTIC);
    }

    @Test
    void boundsThatAreWidenedAreAllAsMuchLargerByTheSameProof() {
        BlockBounds bounds = BlockSeries.ofSums(exponential(700)).under(0.1, 0.95);
        BlockBounds wider = bounds.times(1.5);
        for (long k : new long[] {1, 7, 16, 17, 500}) {
            assertThat(wider.of(k)).isCloseTo(1.5 * bounds.of(k), within(1e-6 * bounds.of(k)));
            assertThat(wider.method(k)).isEqualTo(bounds.method(k));
        }
        assertThat(wider.provedUpTo()).isEqualTo(bounds.provedUpTo());
        assertThat(bounds.times(1)).isSameAs(bounds);
    }

    @Test
    void aSeriesKnowsItsSizeItsLargestAndALimitOfItsNext() {
        BlockSeries series = BlockSeries.ofSums(3, 9, 4);
        assertThat(series.size()).isEqualTo(3);
        assertThat(series.largest()).isEqualTo(9);
        assertThat(series.next(0.01)).hasValue(NextValue.of(3, 9, 4).limit(0.01));
        assertThat(BlockSeries.ofSums().size()).isZero();
        assertThat(BlockSeries.ofSums().largest()).isZero();
        assertThat(BlockSeries.ofSums().next(0.01)).isEmpty();
        assertThat(BlockSeries.ofMaxima(3).next(0.01)).isEmpty();
    }

    @Test
    void whatIsTypicalIsTheMedianOfTheLongestBlocksNoLongerThanThat() {
        // Of eight pairs, six come to 12; of sixteen values, ten are 0.
        long[] values = {0, 12, 0, 12, 0, 12, 0, 0, 0, 12, 0, 12, 0, 12, 0, 0};
        assertThat(BlockSeries.ofSums(values).typical(1)).hasValue(0);
        assertThat(BlockSeries.ofSums(values).typical(2)).hasValue(12);
        assertThat(BlockSeries.ofSums(values).typical(5)).hasValue(30);
        assertThat(BlockSeries.ofMaxima(values).typical(5)).hasValue(12);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BlockSeries.ofSums(values).typical(0));
    }
}
