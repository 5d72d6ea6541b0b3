package org.atomizable.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.atomizable.cli.CommandRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimulateCommandTest {

    @TempDir
    Path directory;

    private Path workload;

    @BeforeEach
    void aSmallWorkload() throws Exception {
        workload = directory.resolve("tiny.jobs");
        Files.write(
                workload,
                List.of("T 4000", "first 0 1 600 4 10 1", "second 10 1 300 4 10 1.5,0.5", "large 20 2 200 15 20 1"));
        Files.write(
                directory.resolve("tiny.reservations"),
                List.of("S g0.0 2g.20gb 20", "S g0.1 1g.10gb 10", "R g0.0 900 1200", "R g0.1 0 100"));
    }

    @Test
    void answersOfAnotherSimulatorAreReadAsAnEditorWroteThem() throws Exception {
        Path answers = directory.resolve("answers.csv");
        Object[] line = {"simulate", "--workload", workload, "--schedulers", "fill-srpt", "--answers", answers};
        Files.writeString(answers, "\uFEFFworkload, scheduler, mean_completion_h\r\ntiny, fill-srpt, 0.5\r\n\r\n");
        assertThat(CommandRun.of(line).out()).containsPattern("tiny +fill-srpt +[0-9.]+ +0.500 ");
        Files.writeString(answers, "workload,scheduler,mean_completion_h\r\ntiny,fill-srpt,\r\n");
        CommandRun refused = CommandRun.of(line);
        assertThat(refused.code()).isNotZero();
        assertThat(refused.err()).contains(answers + ", line 2: the mean completion must be a number");
    }

    @Test
    void figuresAreToldPrintedAndDrawn() throws Exception {
        Path out = directory.resolve("out");
        CommandRun run = CommandRun.of(
                "simulate",
                "--workload",
                workload,
                "--schedulers",
                "fill-srpt,sja-fifo-1h,jasda",
                "--out",
                out,
                "--json");
        assertThat(run.code()).as(run.err()).isZero();
        JsonNode runs = run.json().get("runs");
        assertThat(runs.findValuesAsText("scheduler")).containsExactly("fill-srpt", "sja-fifo-1h", "jasda");
        assertThat(runs).allSatisfy(it -> {
            assertThat(it.get("workload").asText()).isEqualTo("tiny");
            assertThat(it.get("finished").asInt()).isEqualTo(3);
            assertThat(it.get("meanCompletionHours").asDouble()).isPositive();
            assertThat(it.get("ofIdeal").asDouble()).isBetween(0.1, 1.0);
            assertThat(it.get("overruns").asInt()).isZero();
            assertThat(it.get("memoryViolations").asInt()).isZero();
        });
        assertThat(Files.readString(out.resolve("runs.json"))).isEqualTo(run.out());
        assertThat(Files.readAllLines(out.resolve("runs.csv")))
                .hasSize(4)
                .first()
                .asString()
                .startsWith("workload,");
        assertThat(Files.readString(out.resolve("tiny-completions.svg")))
                .contains(">100 %<", ">fill-srpt  ", ">sja-fifo-1h  ", ">jasda  ", "<polyline");
        assertThat(CommandRun.of("simulate", "--workload", workload, "--schedulers", "easy")
                        .out())
                .contains("tiny: 3 jobs, 2 slices", "easy");
    }

    /** Digits of a language are for people; pictures, tables and JSON are read by programs. */
    @ParameterizedTest
    @ValueSource(strings = {"fa-IR", "my-MM", "tr-TR"})
    void filesAreTheSameInEveryLanguage(String language) throws Exception {
        Locale usual = Locale.getDefault();
        Map<String, String> files = new TreeMap<>();
        try {
            for (String each : List.of("en-US", language)) {
                Locale.setDefault(Locale.forLanguageTag(each));
                Path out = directory.resolve(each);
                CommandRun run = CommandRun.of(
                        "simulate",
                        "--workload",
                        workload,
                        "--schedulers",
                        "easy,jasda",
                        "--timeline",
                        "0-0.5",
                        "--out",
                        out,
                        "--json");
                assertThat(run.code()).as(run.err()).isZero();
                files.merge("what is printed", run.out(), SimulateCommandTest::same);
                try (Stream<Path> all = Files.list(out)) {
                    for (Path file : all.toList()) {
                        files.merge(
                                file.getFileName().toString(),
                                Files.readString(file, StandardCharsets.ISO_8859_1),
                                SimulateCommandTest::same);
                    }
                }
            }
        } finally {
            Locale.setDefault(usual);
        }
        assertThat(files).containsKeys("runs.json", "runs.csv", "tiny-gaps.svg", "tiny-easy-timeline.svg");
    }

    private static String same(String before, String now) {
        assertThat(now).isEqualTo(before);
        return now;
    }

    @Test
    void theSameSeedGivesTheSameBytes() throws Exception {
        List<Object> call = List.of(
                "simulate",
                "--holes",
                "mid",
                "--jobs",
                "6",
                "--seeds",
                "2",
                "--schedulers",
                "easy,sja-fifo-1h",
                "--json");
        String once = CommandRun.of(call.toArray()).out();
        assertThat(once).contains("mid-95-1", "mid-95-2");
        assertThat(CommandRun.of(call.toArray()).out()).isEqualTo(once);
    }

    @Test
    void severalSeedsAreSummedUpInPairs() throws Exception {
        CommandRun run = CommandRun.of(
                "simulate", "--holes", "mid", "--jobs", "6", "--seeds", "3", "--schedulers", "ideal,fill-srpt,easy");
        assertThat(run.out())
                .contains("all 3 runs of each scheduler", "beside fill-srpt")
                .containsPattern("ideal +[0-9.]+ ± [0-9.]+ +-[0-9.]+% \\(");
    }

    @Test
    void gapsAndTimelinesAreDrawn() throws Exception {
        Path out = directory.resolve("pictures");
        CommandRun run = CommandRun.of(
                "simulate",
                "--workload",
                workload,
                "--schedulers",
                "easy,sja:fifo",
                "--timeline",
                "0-0.5",
                "--out",
                out);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(Files.readString(out.resolve("tiny-gaps.svg"))).contains(">easy<", ">sja:fifo<", "%");
        assertThat(Files.readString(out.resolve("tiny-easy-timeline.svg")))
                .contains("g0.0  2g.20gb", "first: hours 0.00");
        assertThat(out.resolve("tiny-sja-fifo-timeline.svg")).exists();
    }

    @Test
    void everySchedulerPaysTheOverheads() throws Exception {
        String share = "overheadShare";
        assertThat(figures(share, "easy,fill-srpt,sja-fifo-1h", "--restore=0", "--checkpoint=0"))
                .containsOnly(0.0);
        List<Double> usual = figures(share, "easy,sja-fifo-1h");
        List<Double> dear = figures(share, "easy,sja-fifo-1h", "--restore=100", "--checkpoint=50");
        assertThat(perWork(dear.get(0))).isCloseTo(5 * perWork(usual.get(0)), within(1e-4));
        assertThat(perWork(dear.get(1))).isGreaterThan(3 * perWork(usual.get(1)));
    }

    private static double perWork(double overheadShare) {
        return overheadShare / (1 - overheadShare);
    }

    @Test
    void estimatesLengthenTheRequestsOfBackfillOnly() throws Exception {
        String hours = "meanCompletionHours";
        List<Double> exact = figures(hours, "easy,easy-2x,timemin");
        List<Double> doubled = figures(hours, "easy,easy-2x,timemin", "--estimates=2");
        assertThat(doubled).containsExactly(exact.get(1), exact.get(1), exact.get(2));
        assertThat(exact.get(0)).isLessThan(exact.get(1));
    }

    private List<Double> figures(String name, String schedulers, String... options) throws Exception {
        List<Object> call = new ArrayList<>(
                List.of("simulate", "--holes", "30m-3h", "--jobs", "4", "--schedulers", schedulers, "--json"));
        call.addAll(List.of(options));
        List<Double> figures = new ArrayList<>();
        CommandRun.of(call.toArray())
                .json()
                .get("runs")
                .forEach(it -> figures.add(it.get(name).asDouble()));
        return figures;
    }

    @ParameterizedTest
    @CsvSource({
        "--timeline=0-2, --out, 2",
        "--holes=2h-1h, 5m-2h, 2",
        "--restore=-1, --restore, 2",
        "--estimates=0.5, --estimates, 2",
        "--schedulers=nonsense, fill-srpt, 2",
        "--schedulers=sja:nonsense, efficiency, 2",
        "--workload=absent.jobs, absent.jobs, 1",
        "--out=/proc/nowhere, --out, 1",
        "--seeds=0, --seeds, 2",
        "--holes=round, --holes, 2",
        "--cluster=3x, 3g.40gb, 2",
        "--load=-1, --load, 2"
    })
    void whatIsWrongIsNamedWithTheRemedy(String option, String remedy, int code) {
        CommandRun run = CommandRun.of("simulate", option);
        assertThat(run.code()).isEqualTo(code);
        assertThat(run.err()).contains(remedy).doesNotContain("\tat ");
    }

    @Test
    void aSchedulerWithoutTimeForWorkIsNamed() {
        CommandRun run = CommandRun.of(
                "simulate", "--jobs", "2", "--restore", "1000", "--schedulers", "timemin,chain-best,chain-10m");
        assertThat(run.code()).isNotZero();
        assertThat(run.err()).contains("chain-10m cannot run", "--restore").doesNotContain("\tat ");
    }

    @Test
    void aWrongLineIsNamedWithItsNumber() throws Exception {
        Files.write(workload, List.of("T 4000", "first 0 1 600 4 10 1", "second -10 1 300 4 10 1"));
        CommandRun run = CommandRun.of("simulate", "--workload", workload);
        assertThat(run.code()).isNotZero();
        assertThat(run.err()).contains("tiny.jobs", "3").doesNotContain("\tat ");
    }
}
