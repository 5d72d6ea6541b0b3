package org.atomizable.api.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromiseTest {

    @Test
    void partsKeepTheirShareOfEachProbability() {
        Promise part = new Promise(0.01, 0.95, 0.05).sharedAmong(4);
        assertThat(part.theta()).isCloseTo(0.0025, within(1e-15));
        assertThat(part.epsilon()).isCloseTo(0.0125, within(1e-15));
        assertThat(part.gamma()).isCloseTo(0.9875, within(1e-15));
    }

    @Test
    void onePartKeepsTheWholePromise() {
        assertThat(Promise.DEFAULT.sharedAmong(1)).isSameAs(Promise.DEFAULT);
    }

    @Test
    void noPartsAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Promise.DEFAULT.sharedAmong(0));
    }

    @Test
    void certaintyAlmostCompleteCanStillBeShared() {
        Promise part = new Promise(0.01, Math.nextDown(1.0), 0.05).sharedAmong(4);
        assertThat(part.gamma()).isLessThan(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, -0.1, 1.1, Double.NaN})
    void whatIsNoProbabilityStrictlyBetweenZeroAndOneIsRefused(double probability) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Promise(probability, 0.95, 0.05))
                .withMessageContaining("theta");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Promise(0.01, probability, 0.05))
                .withMessageContaining("gamma");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Promise(0.01, 0.95, probability))
                .withMessageContaining("epsilon");
    }
}
