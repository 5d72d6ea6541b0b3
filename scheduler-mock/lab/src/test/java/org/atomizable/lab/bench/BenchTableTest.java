package org.atomizable.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.atomizable.core.wire.WireJson;
import org.junit.jupiter.api.Test;

class BenchTableTest {

    private static final Bench BENCH = new Bench(
            List.of(),
            List.of("bench", "clearing"),
            List.of(),
            List.of("--rounds", "1"),
            List.of(
                    Bench.atMost(3, "over a sort", "clearVsSort"),
                    Bench.atLeast(50, "bids per second", "bidsPerSecond"),
                    Bench.atMost(0.01, "gap", "gap/median")));

    private static BenchTable table(String json) throws Exception {
        BenchTable table = new BenchTable();
        table.add(BENCH, WireJson.mapper().readTree(json));
        return table;
    }

    @Test
    void aFigureHoldsOrFallsShortOfItsAim() throws Exception {
        assertThat(table("{\"clearVsSort\": 1.523, \"bidsPerSecond\": 12.5, \"gap\": {\"median\": 0.01}}")
                        .lines())
                .containsExactly(
                        "| bench    | figure          | measured | aim          |             |",
                        "|----------|-----------------|----------|--------------|-------------|",
                        "| clearing | over a sort     | 1.52     | 3 or less    | holds       |",
                        "| clearing | bids per second | 12.5     | 50 or more   | falls short |",
                        "| clearing | gap             | 0.01     | 0.01 or less | holds       |");
    }

    @Test
    void aFigureThatTheMachineDoesNotHaveIsNotMeasured() throws Exception {
        assertThat(table("{\"clearVsSort\": 3.001}").fields())
                .extracting(it -> it.get("verdict"))
                .containsExactly("falls short", "not measured", "not measured");
    }

    @Test
    void aBenchThatFailedSaysWhy() {
        BenchTable table = new BenchTable();
        table.addMissing(BENCH, "there was no time left");
        assertThat(table.fields())
                .hasSize(3)
                .allSatisfy(it -> assertThat(it)
                        .doesNotContainKey("measured")
                        .containsEntry("verdict", "not measured: there was no time left"));
    }

    @Test
    void everyBenchHasAnAimAndIsNamedOnce() {
        assertThat(Bench.ALL).extracting(Bench::name).doesNotHaveDuplicates();
        assertThat(Bench.ALL).allMatch(it -> !it.aims().isEmpty());
    }
}
