package org.atomizable.profiler.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroundsTest {

    @ParameterizedTest
    @CsvSource({
        "order statistic, PROVED",
        "order statistic of whole subjobs, PROVED",
        "'order statistic, pooled', LONG_RUN",
        "generalized Pareto, TAIL_FIT",
        "'generalized Pareto, pooled', TAIL_FIT",
        "declared, DECLARED",
        "analytic, DECLARED",
        "widened maximum, LONG_RUN",
        "unknown, LONG_RUN"
    })
    void onlyAnOrderStatisticOfTheVeryPhaseIsAProof(String method, Assurance assurance) {
        assertThat(Assurance.of(method)).isEqualTo(assurance);
        Grounds grounds = new Grounds(method, method, 0, 0, 1, 1);
        assertThat(grounds.memory()).isEqualTo(assurance);
        assertThat(grounds.time()).isEqualTo(assurance);
    }

    @Test
    void twoStagesAreBoundedByTheWeakerOfTheTwo() {
        Grounds proved = new Grounds("a", "order statistic", 10, 20, 300, 400);
        Grounds guessed = new Grounds("b", "widened maximum", 30, 5, 200, 500);
        Grounds both = new Grounds("c", "widened maximum", 10, 5, 300, 500);
        assertThat(proved.weaker(guessed, "c")).isEqualTo(both);
        assertThat(guessed.weaker(proved, "c")).isEqualTo(both);
    }
}
