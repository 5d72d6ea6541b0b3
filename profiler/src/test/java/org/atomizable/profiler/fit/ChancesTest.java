package org.atomizable.profiler.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class ChancesTest {

    private static BlockSeries upTo(int n) {
        return BlockSeries.ofMaxima(LongStream.rangeClosed(1, n).toArray());
    }

    private static BlockSeries of(List<Long> values) {
        return BlockSeries.ofMaxima(values.stream().mapToLong(Long::longValue).toArray());
    }

    @Example
    void limitsAreThoseOfABinomial() {
        // 1 - 0.05^(1/299), and the 95 % quantile of Beta(3, 297) by SciPy.
        assertThat(upTo(299).chances(0.95).exceeding(1, 299)).isCloseTo(0.009969146793, within(1e-9));
        assertThat(upTo(299).chances(0.95).exceeding(1, 297)).isCloseTo(0.020905416104, within(1e-9));
        assertThat(upTo(299).chances(0.95).exceeding(1, 0)).isEqualTo(1);
        assertThat(BlockSeries.ofMaxima().chances(0.95).exceeding(1, 10)).isEqualTo(1);
        // Three values are covered by two of eight pairs, of which one exceeded the limit.
        double ofEach = ClopperPearson.of(1, 8, 0.9).high();
        assertThat(upTo(16).chances(0.95).exceeding(3, 15)).isCloseTo(2 * ofEach, within(1e-9));
        assertThat(upTo(16).chances(0.95).exceeding(2, 15)).isCloseTo(ofEach, within(1e-9));
    }

    @Property
    void chancesFallWithTheLimitAndGrowWithTheConfidence(
            @ForAll @Size(min = 1, max = 200) List<@LongRange(min = 0, max = 1000) Long> values,
            @ForAll @IntRange(min = 1, max = 60) int k,
            @ForAll @LongRange(min = 0, max = 1000) long limit,
            @ForAll @LongRange(min = 0, max = 1000) long more,
            @ForAll @DoubleRange(min = 0.5, max = 0.99) double confidence) {
        double chance = of(values).chances(confidence).exceeding(k, limit);
        assertThat(chance).isBetween(0.0, 1.0);
        assertThat(of(values).chances(confidence).exceeding(k, limit + more)).isLessThanOrEqualTo(chance);
        assertThat(of(values).chances((1 + confidence) / 2).exceeding(k, limit)).isGreaterThanOrEqualTo(chance);
    }

    @Property
    void aProvedBoundIsExceededWithNoMoreThanItsProbability(
            @ForAll @Size(min = 30, max = 300) List<@LongRange(min = 0, max = 100_000) Long> values,
            @ForAll @DoubleRange(min = 0.1, max = 0.5) double q) {
        double bound = of(values).under(q, 0.95).of(1);
        assertThat(of(values).chances(0.95).exceeding(1, bound)).isLessThanOrEqualTo(q + 1e-9);
    }

    @Example
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> upTo(3).chances(1)).hasMessageContaining("between 0 and 1");
        assertThatThrownBy(() -> upTo(3).chances(0)).hasMessageContaining("between 0 and 1");
        assertThatThrownBy(() -> upTo(3).chances(0.9).exceeding(0, 1)).hasMessageContaining("1 value or more");
        assertThatThrownBy(() -> BlockSeries.ofSums(1, 2).chances(0.9)).hasMessageContaining("largest");
    }
}
