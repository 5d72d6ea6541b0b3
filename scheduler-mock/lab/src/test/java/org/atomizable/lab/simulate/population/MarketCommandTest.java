package org.atomizable.lab.simulate.population;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import org.atomizable.cli.CommandRun;
import org.junit.jupiter.api.Test;

class MarketCommandTest {

    @Test
    void theResultsOfAPopulationArePrinted() throws Exception {
        CommandRun run = CommandRun.of(
                "market", "--jobs", "8", "--strategies", "boasting=0.25,urgent=0.25", "--minutes", "60", "--json");
        assertThat(run.code()).isZero();
        JsonNode report = run.json();
        assertThat(report.get("strategies").findValuesAsText("strategy"))
                .containsExactly("HONEST", "BOASTING", "URGENT");
        assertThat(report.get("utilization").asDouble()).isBetween(0.5, 1.0);
        assertThat(report.get("jain").asDouble()).isBetween(0.25, 1.0);
        assertThat(report.has("honestLoss")).isTrue();
        assertThat(CommandRun.of("market", "--jobs", "4", "--strategies", "boasting=0", "--minutes", "10")
                        .out())
                .contains("honest", "utilization")
                .doesNotContain("lost");
    }

    @Test
    void theLastClearingIsExplained() throws Exception {
        JsonNode last = CommandRun.of("market", "--minutes", "30", "--explain", "--json")
                .json()
                .get("last");
        assertThat(last.get(0).get("won").asBoolean()).isTrue();
        assertThat(last.get(0).get("slice").asText()).isEqualTo("gpu0.0");
        JsonNode loser = last.get(last.size() - 1);
        assertThat(loser.get("won").asBoolean()).isFalse();
        assertThat(loser.get("lostBy").asDouble()).isPositive();
        double score = 0.5 * loser.get("rho").asDouble() * loser.get("own").asDouble()
                + 0.5 * loser.get("seen").asDouble()
                + loser.get("waitedSeconds").asDouble() / 600;
        assertThat(loser.get("score").asDouble()).isCloseTo(score, within(1e-9));
        assertThat(CommandRun.of("market", "--minutes", "30", "--explain").out())
                .contains("won", "lost by");
    }

    @Test
    void whereWinnersPayTheirGainIsLess() throws Exception {
        JsonNode free = CommandRun.of(
                        "market", "--jobs", "6", "--strategies", "boasting=0", "--minutes", "40", "--json")
                .json();
        JsonNode paid = CommandRun.of(
                        "market",
                        "--jobs",
                        "6",
                        "--strategies",
                        "boasting=0",
                        "--minutes",
                        "40",
                        "--payments",
                        "--json")
                .json();
        assertThat(paid.get("strategies").get(0).get("gain").asDouble())
                .isLessThan(free.get("strategies").get(0).get("gain").asDouble());
    }

    @Test
    void sharesThatAddUpToOneAreAllJobs() throws Exception {
        JsonNode all = CommandRun.of(
                        "market",
                        "--jobs",
                        "3",
                        "--strategies",
                        "boasting=0.5,shading=0.5",
                        "--minutes",
                        "30",
                        "--json")
                .json();
        assertThat(all.get("strategies").findValuesAsText("strategy"))
                .hasSize(2)
                .noneMatch(it -> it.equalsIgnoreCase("honest"));
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThat(CommandRun.of("market", "--strategies", "boasting=0.8,urgent=0.8")
                        .err())
                .contains("must add up to 1 at most, was 1.6");
        assertThat(CommandRun.of("market", "--strategies", "boasting=2").err())
                .contains("the share of boasting must lie in [0, 1]");
        assertThat(CommandRun.of("market", "--strategies", "honest=1").err())
                .contains("there is no strategy \"honest\"; there are boasting, false-deadline");
        assertThat(CommandRun.of("market", "--minutes", "0").err()).contains("1 to 100000 minutes");
    }
}
