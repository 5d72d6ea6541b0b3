package org.atomizable.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.atomizable.cli.CommandRun;
import org.atomizable.lab.bench.figure.Exponent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bench in small: that what it reports is there and adds up, not how fast anything is. */
class SimulateBenchTest {

    @Test
    @Tag("slow")
    void everyFigureIsReported() throws Exception {
        CommandRun run = CommandRun.of(
                "bench",
                "simulate",
                "--jobs",
                "200",
                "--slices",
                "16",
                "--jobs-per-slice",
                "5",
                "--market-jobs",
                "4",
                "--rounds",
                "2",
                "--json");
        assertThat(run.code()).as(run.err()).isZero();
        JsonNode figures = run.json();
        assertThat(List.of(
                        "eventsVsEmptyLoop",
                        "marketDecisionVsRival",
                        "eventsPerSecond",
                        "emptyLoopEventsPerSecond",
                        "largeRunSeconds",
                        "largeRunPeakHeapGib"))
                .allSatisfy(it -> assertThat(figures.path(it).asDouble())
                        .as(it)
                        .isPositive()
                        .isFinite());
        // On so few slices, a decision may also get cheaper.
        assertThat(figures.get("growth").isNumber()).isTrue();
        assertThat(figures.get("events").asInt()).isGreaterThan(2 * 200 + 16);
        assertThat(figures.get("largeRunDecisions").asInt()).isGreaterThanOrEqualTo(200);
        assertThat(figures.get("growthSpread").get("rounds").asInt()).isEqualTo(2);
        assertThat(figures.get("nanosPerDecision").fieldNames()).toIterable().containsExactly("8", "12", "16");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--jobs=0", "--slices=4", "--slices=10", "--jobs-per-slice=0", "--market-jobs=0", "--rounds=0"})
    void whatIsWrongIsNamed(String option) {
        CommandRun run = CommandRun.of("bench", "simulate", option);
        assertThat(run.code()).isNotZero();
        assertThat(run.err()).contains(option.substring(0, option.indexOf('='))).doesNotContain("\tat ");
    }

    @Test
    void anExponentIsThatOfThePower() {
        assertThat(Exponent.of(List.of(10, 100, 1000), List.of(3.0, 30.0, 300.0)))
                .isCloseTo(1, within(1e-12));
        assertThat(Exponent.of(List.of(1, 4, 16), List.of(8.0, 4.0, 2.0))).isCloseTo(-0.5, within(1e-12));
        // Twice the middle value shifts the line, not its slope.
        assertThat(Exponent.of(List.of(1, 4, 16), List.of(1.0, 4.0, 4.0))).isCloseTo(0.5, within(1e-12));
        assertThatThrownBy(() -> Exponent.of(List.of(5, 5), List.of(1.0, 2.0))).hasMessageContaining("two sizes");
        assertThatThrownBy(() -> Exponent.of(List.of(5, 6), List.of(1.0, 0.0))).hasMessageContaining("above 0");
    }
}
