package org.atomizable.lab.simulate.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScoreboardTest {

    private static Results results(Measured... more) {
        List<Measured> rows = new ArrayList<>(List.of(more));
        for (int seed = 1; seed <= 3; seed++) {
            rows.add(Cells.row("a", "easy", seed, 1 + 0.1 * seed));
        }
        return new Results(Cells.experiment(Optional.empty(), List.of("a"), "easy", "fill-srpt", "sja", "jasda"), rows);
    }

    private static Measured[] market(String name, double hours) {
        return new Measured[] {
            Cells.row("a", name, 1, hours), Cells.row("a", name, 2, hours + 0.11), Cells.row("a", name, 3, hours + 0.2)
        };
    }

    @Test
    void aCellIsLostOnlyIfEveryMarketIsClearlyLater() {
        Measured[] slow = market("sja", 3);
        assertThat(new Scoreboard(List.of(results(slow))).losses())
                .contains(
                        "Of the 1 cells",
                        "than every market in 1, and sooner without a clear difference in 0",
                        "`easy` | `sja`");
        List<Measured> both = new ArrayList<>(List.of(slow));
        both.addAll(List.of(market("jasda", 0.5)));
        assertThat(new Scoreboard(List.of(results(both.toArray(Measured[]::new)))).losses())
                .contains("than every market in 0, and sooner without a clear difference in 0");
    }

    @Test
    void scoresCountClearDifferences() {
        assertThat(new Scoreboard(List.of(results(market("sja", 3)))).table())
                .contains("| `sja` | 0 / 0 / 1 | 0 / 0 / 0 |");
        assertThat(new Scoreboard(List.of(results(market("sja", 0.5)))).table()).contains("| `sja` | 1 / 0 / 0 |");
        assertThat(new Scoreboard(List.of(results(
                                Cells.row("a", "sja", 1, 5),
                                Cells.row("a", "sja", 2, 0.5),
                                Cells.row("a", "sja", 3, 1))))
                        .table())
                .contains("| `sja` | 0 / 1 / 0 |");
    }

    @Test
    void aSchedulerThatLeavesJobsUnfinishedIsNotCompared() {
        Results results = results(Cells.unfinished("a", "fill-srpt", 1), Cells.row("a", "sja", 1, 2));
        assertThat(new Comparison(results).best("a", it -> true)).contains("easy");
        assertThat(new WorkloadSection(results, "a").table()).contains("1 jobs unfinished");
    }
}
