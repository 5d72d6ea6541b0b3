package org.atomizable.profiler.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClopperPearsonTest {

    /** Reference values: scipy.stats.binomtest(k, n).proportion_ci(0.95, method="exact"), scipy 1.17. */
    @ParameterizedTest
    @CsvSource({
        "0, 10, 0.00000000, 0.30849711",
        "1, 10, 0.00252858, 0.44501612",
        "5, 10, 0.18708603, 0.81291397",
        "10, 10, 0.69150289, 1.00000000",
        "3, 299, 0.00207394, 0.02904038",
        "96, 97, 0.94389585, 0.99973903",
        "990, 1000, 0.98168676, 0.99519449"
    })
    void knownIntervals(long seen, long tries, double low, double high) {
        ClopperPearson interval = ClopperPearson.of(seen, tries, 0.95);
        assertThat(interval.low()).isCloseTo(low, within(5e-7));
        assertThat(interval.high()).isCloseTo(high, within(5e-7));
    }

    @Test
    void nonsenseIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> ClopperPearson.of(1, 0, 0.95));
        assertThatIllegalArgumentException().isThrownBy(() -> ClopperPearson.of(3, 2, 0.95));
        assertThatIllegalArgumentException().isThrownBy(() -> ClopperPearson.of(1, 2, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> ClopperPearson.of(1, 2, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> ClopperPearson.of(-1, 2, 0.95));
    }
}
