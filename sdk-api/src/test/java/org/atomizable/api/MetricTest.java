package org.atomizable.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricTest {

    @ParameterizedTest(name = "{0} of {1} lies in [{2}, {3}]")
    @CsvSource({
        // R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        "81, 263, 0.2553, 0.3662",
        "15, 148, 0.0624, 0.1605",
        "0, 20, 0.0000, 0.1611",
        "1, 29, 0.0061, 0.1718"
    })
    void theIntervalOfAShareIsThePublishedOne(long hits, long trials, double low, double high) {
        Metric share = Metric.share("accuracy", hits, trials);
        assertThat(share.value()).isEqualTo((double) hits / trials);
        assertThat(share.low()).isCloseTo(low, within(5e-5));
        assertThat(share.high()).isCloseTo(high, within(5e-5));
    }

    @Test
    void theIntervalStaysWithinZeroAndOneAndHoldsTheShare() {
        for (long trials : new long[] {1, 2, 3, 7, 49, 100, 10_000, 1_000_003}) {
            for (long hits : new long[] {0, 1, trials / 2, trials - 1, trials}) {
                Metric share = Metric.share("accuracy", hits, trials);
                assertThat(share.low()).isBetween(-1e-15, share.value());
                assertThat(share.high()).isBetween(share.value(), 1 + 1e-15);
            }
        }
    }

    @Test
    void anExactFigureHasNoUncertainty() {
        assertThat(Metric.exact("loss", 0.25)).isEqualTo(new Metric("loss", 0.25, 0.25, 0.25));
    }

    @Test
    void nonsenseIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Metric.share("accuracy", 1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Metric.share("accuracy", 3, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> Metric.share("accuracy", -1, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> new Metric("loss", 1, 2, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> Metric.exact("loss", Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> Metric.exact(" ", 1));
    }
}
