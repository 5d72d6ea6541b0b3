package org.atomizable.lab.simulate.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.atomizable.cli.CommandRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionCommandTest {

    private static final List<String> FILES = List.of("trace_100.json", "job_models.json", "mig_iteration_times.jsonl");

    @TempDir
    Path folder;

    @BeforeEach
    void aSmallWorkload() throws Exception {
        for (String each : FILES) {
            try (var data = PartitionCommandTest.class.getResourceAsStream("/miso/" + each)) {
                Files.write(folder.resolve(each), data.readAllBytes());
            }
        }
    }

    @Test
    void jobsAndSpeedsAreReadAsWritten() throws Exception {
        PartitionWorkload workload = MisoReader.read(folder, Jobs.A100);
        assertThat(workload.profiles()).containsExactlyElementsOf(Jobs.PROFILES);
        assertThat(workload.jobs()).extracting(PartitionJob::seconds).containsExactly(100.0, 200.0, 50.5);
        PartitionJob small = workload.jobs().get(0);
        assertThat(small.speed("7g.40gb")).isEqualTo(1);
        assertThat(small.speed("4g.20gb")).isCloseTo(0.8, within(1e-12));
        assertThat(small.speed("1g.5gb")).isCloseTo(0.2, within(1e-12));
        assertThat(workload.jobs().get(1).fits("3g.20gb")).isTrue();
        assertThat(workload.jobs().get(1).fits("2g.10gb")).isFalse();
    }

    @Test
    void timesThatWereWrittenAnewAreTheSame() throws Exception {
        PartitionWorkload plain = MisoReader.read(folder, Jobs.A100);
        Path times = folder.resolve("mig_iteration_times.jsonl");
        Files.writeString(times, "\uFEFF" + Files.readString(times).replace("\n", "\r\n"));
        PartitionWorkload anew = MisoReader.read(folder, Jobs.A100);
        for (int job = 0; job < 3; job++) {
            for (String profile : Jobs.PROFILES) {
                assertThat(anew.jobs().get(job).fits(profile))
                        .isEqualTo(plain.jobs().get(job).fits(profile));
            }
        }
        assertThat(anew.jobs().get(0).speed("4g.20gb"))
                .isEqualTo(plain.jobs().get(0).speed("4g.20gb"));
    }

    @Test
    void figuresAreToldPrintedAndDrawn() throws Exception {
        Path out = folder.resolve("out");
        List<Object> call = List.of(
                "simulate", "partition", "--miso", folder, "--gpus", "1", "--seeds", "2", "--out", out, "--json");
        CommandRun run = CommandRun.of(call.toArray());
        assertThat(run.code()).as(run.err()).isZero();
        JsonNode runs = run.json().get("runs");
        assertThat(runs.findValuesAsText("policy"))
                .containsExactly("whole-gpu", "static", "miso", "oracle", "whole-gpu", "static", "miso", "oracle");
        assertThat(runs).allSatisfy(it -> {
            assertThat(it.get("finished").asInt()).isEqualTo(3);
            assertThat(it.get("p95CompletionHours").asDouble())
                    .isGreaterThanOrEqualTo(it.get("meanCompletionHours").asDouble());
            assertThat(it.get("throughput").asDouble()).isPositive();
        });
        assertThat(run.json().get("comparisons")).hasSize(12);
        assertThat(Files.readString(out.resolve("partitions.json"))).isEqualTo(run.out());
        assertThat(Files.readAllLines(out.resolve("partitions.csv"))).hasSize(9);
        assertThat(Files.readString(out.resolve("partitions.svg"))).contains("<svg", "oracle", "</svg>");
        assertThat(CommandRun.of(call.toArray()).out()).isEqualTo(run.out());
        assertThat(CommandRun.of("simulate", "partition", "--miso", folder).out())
                .contains("3 jobs on 8 A100-40GB", "best static partition");
    }

    @ParameterizedTest
    @CsvSource({
        "--policies=nonsense, whole-gpu",
        "--policies=static:1g.5gb+1g.5gb, 4g.20gb+3g.20gb",
        "--policies=static:4g.20gb+4g.20gb, no legal layout",
        "--gpus=0, --gpus",
        "--gap=-1, --gap",
        "--migration=NaN, --migration",
        "--length-factor=0, --length-factor",
        "--seeds=0, --seeds",
        "--out=/proc/nowhere, --out"
    })
    void whatIsWrongIsNamedWithTheRemedy(String option, String remedy) {
        CommandRun run = CommandRun.of("simulate", "partition", "--miso", folder, option);
        assertThat(run.code()).isNotZero();
        assertThat(run.err()).contains(remedy).doesNotContain("\tat ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "trace_100.json|{;\"0\": 100,;\"1\": -5}|3|more than 0, was -5",
                "trace_100.json|{;\"0\": \"x\"}|2|must be a number, was x",
                "trace_100.json|{\"0\": 1,;\"0\": 2}|2|is there twice",
                "trace_100.json|{\"0\": 1,;\"first\": 2}|2|called by a number, was first",
                "trace_100.json|{\"0\": [1]}|1|must have a number or a text",
                "trace_100.json|{\"0\": 1,;\"7\": 2}|2|job 7 has no model",
                "trace_100.json|{}|1|at least one job",
                "trace_100.json|[]|1|one JSON object",
                "trace_100.json|{\"0\": 1,;|2|no JSON",
                "job_models.json|{\"0\": \"small_train8\",;\"1\": \"huge_train1\", \"2\": \"small_train8\"}|2|not"
                        + " measured",
                "mig_iteration_times.jsonl|;nonsense|2|no JSON",
                "mig_iteration_times.jsonl|{\"profile\":\"1g.5gb\"}|1|a profile, a model and a batch",
                "mig_iteration_times.jsonl|{\"profile\":\"1g.5gb\",\"model\":\"m\",\"batch\":1,\"seconds\":[1]}|1|2"
                        + " iterations",
                "mig_iteration_times.jsonl|{\"profile\":\"1g.5gb\",\"model\":\"m\",\"batch\":1,\"seconds\":[1,-1]}|1|more"
                        + " than 0 s",
            })
    void aWrongFileIsNamedWithItsLine(String file, String text, int line, String problem) throws Exception {
        Files.writeString(folder.resolve(file), text.replace(";", "\n"));
        CommandRun run = CommandRun.of("simulate", "partition", "--miso", folder);
        assertThat(run.code()).isNotZero();
        assertThat(run.err()).contains(file + ", line " + line + ":", problem).doesNotContain("\tat ");
    }

    @Test
    void aMissingFileIsNamed() throws Exception {
        Files.delete(folder.resolve("job_models.json"));
        CommandRun run = CommandRun.of("simulate", "partition", "--miso", folder);
        assertThat(run.code()).isNotZero();
        assertThat(run.err()).contains("job_models.json", "--miso").doesNotContain("\tat ");
    }
}
