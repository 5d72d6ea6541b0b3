package org.atomizable.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.wire.WireJson;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The bench in small: that what it reports is there and adds up, not how fast anything is. */
class SimulateBenchTest {

    @Test
    @Tag("slow")
    void everyFigureIsReported() throws Exception {
        Report report;
        try (Board board = Board.onStandardError()) {
            report = new SimulationMeasurement(200, 16, 5, 4).measure(2, board);
        }
        JsonNode figures = WireJson.mapper().readTree(report.text(true));
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

    @Test
    void anExponentIsThatOfThePower() {
        assertThat(Slope.exponent(List.of(10, 100, 1000), List.of(3.0, 30.0, 300.0)))
                .isCloseTo(1, within(1e-12));
        assertThat(Slope.exponent(List.of(1, 4, 16), List.of(8.0, 4.0, 2.0))).isCloseTo(-0.5, within(1e-12));
        // Twice the middle value shifts the line, not its slope.
        assertThat(Slope.exponent(List.of(1, 4, 16), List.of(1.0, 4.0, 4.0))).isCloseTo(0.5, within(1e-12));
        assertThatThrownBy(() -> Slope.exponent(List.of(5, 5), List.of(1.0, 2.0)))
                .hasMessageContaining("two sizes");
        assertThatThrownBy(() -> Slope.exponent(List.of(5, 6), List.of(1.0, 0.0)))
                .hasMessageContaining("above 0");
    }
}
