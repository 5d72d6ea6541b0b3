package org.atomizable.lab.simulate.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpreadTest {

    @Test
    void rangesHaveUnits() throws Exception {
        assertThat(Spread.parse("90s-2h")).isEqualTo(new Spread(90, 7200));
        assertThat(Spread.parse("5m-20m")).isEqualTo(new Spread(300, 1200));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5m", "5-20m", "20m-5m", "0m-5m", "5m-5m", "5d-6d", "-5m-6m", ""})
    void otherTextsAreRefusedWithAnExample(String text) {
        assertThatThrownBy(() -> Spread.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("5m-2h");
    }
}
