package org.atomizable.profiler.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderStatisticTest {

    @ParameterizedTest(name = "the largest of {2} bounds the quantile beyond which {0} lies, with confidence {1}")
    @CsvSource({
        "0.10, 0.90, 22",
        "0.10, 0.95, 29",
        "0.10, 0.99, 44",
        "0.05, 0.90, 45",
        "0.05, 0.95, 59",
        "0.05, 0.99, 90",
        "0.01, 0.90, 230",
        "0.01, 0.95, 299",
        "0.01, 0.99, 459",
        "0.001, 0.95, 2995"
    })
    void theFewestObservationsAreThoseOfThePublishedTables(double q, double confidence, int published) {
        assertThat(OrderStatistic.fewest(q, confidence)).isEqualTo(published);
        assertThat(OrderStatistic.rank(published, q, confidence)).hasValue(published);
        assertThat(OrderStatistic.rank(published - 1, q, confidence)).isEmpty();
    }

    @ParameterizedTest(name = "of {2} the rank from the top is {3} for {0} at {1}")
    @CsvSource({
        // Wilks's second and third order: 93 and 124 runs for 0.95 at 95 %, 473 and 628 for 0.99.
        "0.05, 0.95, 92, 1",
        "0.05, 0.95, 93, 2",
        "0.05, 0.95, 123, 2",
        "0.05, 0.95, 124, 3",
        "0.01, 0.95, 472, 1",
        "0.01, 0.95, 473, 2",
        "0.01, 0.95, 627, 2",
        "0.01, 0.95, 628, 3"
    })
    void higherOrdersOfWilksAreThePublishedOnes(double q, double confidence, int n, int fromTheTop) {
        assertThat(OrderStatistic.rank(n, q, confidence)).hasValue(n + 1 - fromTheTop);
    }

    @Test
    void everyRankEqualsTheOneFromExactDecimalSums() {
        for (String q : new String[] {"0.3", "0.1", "0.05", "0.0125"}) {
            for (String confidence : new String[] {"0.5", "0.9", "0.95", "0.9875"}) {
                for (int n = 1; n <= 400; n += n < 40 ? 1 : 37) {
                    assertThat(OrderStatistic.rank(n, Double.parseDouble(q), Double.parseDouble(confidence)))
                            .as("n %s, q %s, confidence %s", n, q, confidence)
                            .isEqualTo(byDecimalSums(n, new BigDecimal(q), new BigDecimal(confidence)));
                }
            }
        }
    }

    @Test
    void nothingIsBoundedByNoObservation() {
        assertThat(OrderStatistic.rank(0, 0.5, 0.5)).isEmpty();
    }

    @Test
    void oneObservationBoundsTheMedianWithConfidenceOneHalf() {
        assertThat(OrderStatistic.rank(1, 0.5, 0.5)).hasValue(1);
    }

    @Test
    void whatIsNoProbabilityIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> OrderStatistic.rank(10, 0, 0.5));
        assertThatIllegalArgumentException().isThrownBy(() -> OrderStatistic.rank(10, 1, 0.5));
        assertThatIllegalArgumentException().isThrownBy(() -> OrderStatistic.rank(10, 0.5, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> OrderStatistic.rank(10, 0.5, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> OrderStatistic.rank(-1, 0.5, 0.5));
        assertThatIllegalArgumentException().isThrownBy(() -> OrderStatistic.fewest(Double.NaN, 0.5));
    }

    private static OptionalInt byDecimalSums(int n, BigDecimal q, BigDecimal confidence) {
        MathContext digits = new MathContext(60);
        BigDecimal p = BigDecimal.ONE.subtract(q);
        BigDecimal doubt = BigDecimal.ONE.subtract(confidence);
        BigDecimal term = p.pow(n, digits);
        BigDecimal sum = term;
        int beyond = -1;
        while (sum.compareTo(doubt) <= 0) {
            beyond++;
            term = term.multiply(q, digits)
                    .multiply(BigDecimal.valueOf(n - beyond), digits)
                    .divide(p.multiply(BigDecimal.valueOf(beyond + 1)), digits);
            sum = sum.add(term, digits);
        }
        return beyond < 0 ? OptionalInt.empty() : OptionalInt.of(n - beyond);
    }
}
