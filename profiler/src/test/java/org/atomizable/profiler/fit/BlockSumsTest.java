package org.atomizable.profiler.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BlockSumsTest {

    @Test
    void nothingIsKnownOfASeriesWithoutValues() {
        BlockSums none = BlockSums.of();
        assertThat(none.proven(1, 0.5, 0.5)).isEmpty();
        assertThat(none.widened(1)).isEmpty();
        assertThat(none.typical(1)).isEmpty();
    }

    @Test
    void oneValueIsTheBlockOfItsOwn() {
        BlockSums one = BlockSums.of(8);
        assertThat(one.widened(3)).hasValue(3 * 8 * 2.25);
        assertThat(one.typical(3)).hasValue(24);
    }

    @Test
    void fewValuesAreNotCutIntoLongBlocks() {
        // 15 values make 7 pairs, one too few.
        long[] values = new long[15];
        Arrays.fill(values, 2);
        values[4] = 10;
        assertThat(BlockSums.of(values).widened(2).getAsDouble()).isCloseTo(2 * 10 * (1.25 + 1.0 / 15), within(1e-9));
    }

    @Test
    void aSpikeIsSpreadOverItsBlock() {
        long[] values = new long[16];
        Arrays.fill(values, 2);
        values[4] = 10;
        assertThat(BlockSums.of(values).widened(2).getAsDouble()).isCloseTo(12 * (1.25 + 1.0 / 8), within(1e-9));
        assertThat(BlockSums.of(values).widened(6).getAsDouble()).isCloseTo(36 * (1.25 + 1.0 / 8), within(1e-9));
    }

    @Test
    void anIncompleteOldestBlockCountsForTheLargest() {
        long[] values = new long[17];
        Arrays.fill(values, 2);
        values[0] = 10;
        assertThat(BlockSums.of(values).widened(2).getAsDouble()).isCloseTo(10 * (1.25 + 1.0 / 8), within(1e-9));
    }

    @Test
    void manyValuesAreBoundedByAnOrderStatisticOfOneBlockLength() {
        long[] values = new long[1000];
        for (int i = 0; i < values.length; i++) {
            values[i] = i % 100;
        }
        // One candidate length: no doubt is shared.
        int rank = OrderStatistic.rank(1000, 0.05, 0.95).orElseThrow();
        assertThat(BlockSums.of(values).proven(1, 0.05, 0.95)).hasValue((rank - 1) / 10);
    }

    @Test
    void moreThanTheSamplesSupportIsNotProven() {
        long[] values = new long[200];
        Arrays.fill(values, 3);
        BlockSums sums = BlockSums.of(values);
        assertThat(sums.proven(1, 0.05, 0.95)).hasValue(3);
        assertThat(sums.proven(2, 0.05, 0.95)).hasValue(6);
        assertThat(sums.proven(3, 0.05, 0.95)).isEmpty();
        assertThat(sums.proven(Long.MAX_VALUE, 0.05, 0.95)).isEmpty();
        assertThat(sums.widened(Long.MAX_VALUE).getAsDouble()).isGreaterThan(3.0 * Long.MAX_VALUE);
    }

    @Test
    void hugeValuesDoNotOverflow() {
        long[] values = new long[64];
        Arrays.fill(values, Long.MAX_VALUE);
        assertThat(BlockSums.of(values).widened(64).getAsDouble()).isPositive();
    }

    @Test
    void negativeValuesAndEmptySumsAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> BlockSums.of(1, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> BlockSums.of(1).widened(0));
    }
}
