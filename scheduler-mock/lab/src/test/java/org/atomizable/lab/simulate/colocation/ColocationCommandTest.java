package org.atomizable.lab.simulate.colocation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.cli.CommandRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColocationCommandTest {

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void aTableOfTwelveJobs() throws Exception {
        file = Files.writeString(directory.resolve("throughputs.json"), PublishedTable.of("v100", 12, 3));
    }

    private CommandRun run(Object... more) {
        List<Object> call = new ArrayList<>(List.of("simulate", "colocation", "--throughputs", file, "--gpus", "v100"));
        call.addAll(List.of("--seeds", "2", "--jobs", "10", "--slices", "5"));
        call.addAll(List.of(more));
        return CommandRun.of(call.toArray());
    }

    /** The table is of rank 1 in logarithms, and without noise. */
    @Test
    void hiddenPairsOfATableOfLowRankArePredictedAndPacked() throws Exception {
        CommandRun run = run("--json");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.json().fieldNames()).toIterable().containsExactly("v100");
        JsonNode figures = run.json().get("v100");
        assertThat(figures.get("seeds").toString()).isEqualTo("[1,2]");
        JsonNode predictions = figures.get("predictions");
        assertThat(predictions.fieldNames())
                .toIterable()
                .containsExactly("similar pairs", "Gavel's factors", "Gavel's nearest job", "mean of all");
        double ours = mean(predictions, "similar pairs", "medianError");
        assertThat(ours).isLessThan(0.05).isLessThan(mean(predictions, "mean of all", "medianError") / 4);
        assertThat(mean(predictions, "similar pairs", "p90Error")).isGreaterThanOrEqualTo(ours);
        assertThat(mean(figures, "withinIntervals")).isBetween(0.8, 1.0);
        JsonNode packings = figures.get("packings");
        assertThat(mean(packings, "no packing", "throughputOfAGpu")).isEqualTo(1);
        double best = mean(packings, "matching, all known", "throughputOfAGpu");
        assertThat(packings).allSatisfy(it -> {
            assertThat(mean(it, "throughputOfAGpu")).isLessThanOrEqualTo(best + 1e-6);
            assertThat(it.get("againstNone").get("low").asDouble()).isLessThanOrEqualTo(mean(it, "againstNone"));
            assertThat(it.has("againstRandomPairs")).isTrue();
        });
        assertThat(best).isGreaterThan(1);
    }

    private static double mean(JsonNode node, String... path) {
        JsonNode at = node;
        for (String each : path) {
            at = at.get(each);
        }
        return at.get("mean").asDouble();
    }

    @Test
    void theSameSeedGivesTheSameTable() {
        String once = run().out();
        assertThat(once)
                .contains("30 % of the pairs hidden; 10 jobs on 5 GPUs", "similar pairs", "matching, all known");
        assertThat(run().out()).isEqualTo(once);
    }

    @ParameterizedTest
    @CsvSource({
        "--throughputs=absent.json, absent.json",
        "--gpus=a100, Choose --gpus from [v100]",
        "--hide=0, --hide must be more than 0",
        "--hide=0.999, some are left",
        "--hide=0.001, some pairs of each job are hidden",
        "--seeds=0, others 1 or more",
        "--jobs=0, others 1 or more"
    })
    void whatIsWrongIsNamedWithTheRemedy(String option, String remedy) {
        String name = option.substring(0, option.indexOf('='));
        List<Object> call = new ArrayList<>(List.of("simulate", "colocation", option));
        if (!name.equals("--throughputs")) {
            call.addAll(List.of("--throughputs", file));
        }
        if (!name.equals("--gpus")) {
            call.addAll(List.of("--gpus", "v100"));
        }
        CommandRun run = CommandRun.of(call.toArray());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains(remedy).doesNotContain("\tat ");
    }

    @Test
    void aFileMustBeNamed() {
        CommandRun run = CommandRun.of("simulate", "colocation");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--throughputs");
    }

    @Test
    void aFileThatIsNoJsonIsNamed() throws Exception {
        Files.writeString(file, "{\n\"v100\": [1,");
        CommandRun run = run();
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("throughputs.json: line 2 is no JSON").doesNotContain("\tat ");
    }
}
