package org.atomizable.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.atomizable.cli.CommandRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BenchCommandTest {

    @Test
    void aNameThatNoBenchHasIsRefusedWithThoseThatThereAre() {
        CommandRun run = CommandRun.of("bench", "packing");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("'packing'").doesNotContain("\tat ");
        for (BenchName each : BenchName.values()) {
            assertThat(run.err()).contains(each.name());
        }
    }

    @ParameterizedTest
    @EnumSource
    void fewerRoundsThanTellAnythingAreRefused(BenchName bench) {
        int few = bench.leastRounds - 1;
        CommandRun run = CommandRun.of("bench", bench, "--rounds", few);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .contains("--rounds must be %s or more for %s, was %s".formatted(few + 1, bench, few))
                .doesNotContain("\tat ");
    }

    @ParameterizedTest
    @EnumSource
    void aBenchHasEnoughRoundsAndFewerOfThemIfItIsQuick(BenchName bench) {
        assertThat(bench.rounds(true)).isBetween(bench.leastRounds, bench.rounds(false) - 1);
    }

    @Test
    void theHelpDescribesEachBench() {
        CommandRun run = CommandRun.of("bench", "--help");
        assertThat(run.code()).isZero();
        for (BenchName each : BenchName.values()) {
            assertThat(run.out()).containsOnlyOnce("\n" + each + ": ");
        }
    }

    @Test
    void roundsOfAllBenchesAtOnceAreRefused() {
        CommandRun run = CommandRun.of("bench", "--rounds=3");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--rounds").contains("NAME");
    }

    @Test
    @Tag("slow")
    void aBenchPrintsItsFiguresAsJson() throws Exception {
        CommandRun run = CommandRun.of("bench", "clearing", "--quick", "--json");
        assertThat(run.code()).as(run.err()).isZero();
        JsonNode figures = run.json();
        assertThat(figures.path("clearVsSort").asDouble()).isPositive();
        assertThat(figures.path("clearVsSortMillion").asDouble()).isPositive();
        assertThat(figures.path("gap").asDouble(-1)).isBetween(0.0, 1.0);
        assertThat(figures.path("rounds").asInt()).isEqualTo(3);
    }
}
