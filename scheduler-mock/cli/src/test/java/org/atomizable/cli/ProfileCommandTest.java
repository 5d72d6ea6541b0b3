package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileCommandTest {

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void aMeasuredJob() throws Exception {
        file = measured("profiles");
    }

    private Path measured(String profiles) throws Exception {
        CommandRun run = CommandRun.of(
                "profile",
                "run",
                SumJob.class.getName(),
                "-p",
                "atoms=60",
                "--per-subjob",
                4,
                "--memory-scale",
                1,
                "--profiles",
                directory.resolve(profiles),
                "--json");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.json().get("job").asText()).isEqualTo("sum");
        return Path.of(run.json().get("file").asText());
    }

    @Test
    void whatWasMeasuredIsShownPhaseByPhase() throws Exception {
        JsonNode shown =
                CommandRun.of("profile", "show", file, "--atoms", 3, "--json").json();
        assertThat(shown.get("phases").findValuesAsText("phase"))
                .containsExactlyInAnyOrder(
                        "cold-restore",
                        "cold-warm-up",
                        "cold-checkpoint",
                        "restore",
                        "warm-up",
                        "steady",
                        "checkpoint");
        assertThat(shown.get("phases"))
                .filteredOn(it -> it.get("phase").asText().equals("steady"))
                .singleElement()
                .satisfies(steady -> {
                    assertThat(steady.get("samples").asInt()).isEqualTo(42);
                    assertThat(steady.get("memoryBytes").asLong()).isPositive();
                });
        assertThat(CommandRun.of("profile", "show", file).out())
                .contains(
                        "steady",
                        "widened maximum",
                        "theta 0.01",
                        ", 1 run; bounds of 1 atom in a row",
                        "a subjob of 1 atom:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "shared", "heap", "job"})
    void memoryIsThatOfTheProcessOrTheHeapOrTheJobsOwnCount(String memory) throws Exception {
        CommandRun run = CommandRun.of(
                "profile",
                "run",
                SumJob.class.getName(),
                "-p",
                "atoms=8",
                "-p",
                "memory=3GiB",
                "--memory",
                memory,
                "--profiles",
                directory.resolve(memory),
                "--json");
        Path measured = Path.of(run.json().get("file").asText());
        JsonNode steady = CommandRun.of("profile", "show", measured, "--json")
                .json()
                .get("phases")
                .get(2);
        assertThat(steady.get("memoryBytes").asLong() > 3L << 30).isEqualTo(memory.equals("job"));
        assertThat(steady.get("memoryBytes").asLong()).isGreaterThan(1 << 20);
    }

    @Test
    void aMachineWithoutAnEngineForGpusSaysSo() {
        CommandRun run = CommandRun.of(
                "profile", "run", SumJob.class.getName(), "--memory", "device", "--profiles", directory.resolve("d"));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .contains("no engine that could tell its device", "measure the memory of the process")
                .doesNotContain("\tat ");
    }

    @Test
    void aClassPathEntryThatDoesNotExistIsNamed() {
        CommandRun run = CommandRun.of("profile", "run", SumJob.class.getName(), "-cp", "absent.jar");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .contains("absent.jar does not exist", "--class-path")
                .doesNotContain("\tat ");
    }

    @Test
    void measuringAgainAddsToTheRecording() throws Exception {
        assertThat(measured("profiles")).isEqualTo(file);
        JsonNode shown = CommandRun.of("profile", "show", file, "--json").json();
        assertThat(shown.get("runs").asInt()).isEqualTo(2);
    }

    @Test
    void recordingsOfTwoMachinesAreMergedInAnyOrder() throws Exception {
        Path other = measured("others");
        Path one = directory.resolve("one.json");
        Path two = directory.resolve("two.json");
        assertThat(CommandRun.of("profile", "merge", file, other, "--to", one).code())
                .isZero();
        assertThat(CommandRun.of("profile", "merge", other, file, "--to", two).code())
                .isZero();
        assertThat(CommandRun.of("profile", "merge", file, other, "--to", two, "--json")
                        .json()
                        .get("runs")
                        .asInt())
                .isEqualTo(2);
        assertThat(Files.readString(one)).isEqualTo(Files.readString(two));
    }

    @Test
    void aBacktestTellsCoverageAndWaste() throws Exception {
        CommandRun run = CommandRun.of("profile", "backtest", file, "--json");
        assertThat(run.code()).isZero();
        assertThat(run.json().get("coverage").asDouble()).isEqualTo(1);
        assertThat(run.json().get("coverageLow").asDouble()).isBetween(0.5, 1.0);
        // Its peak and a tenth, and more for the first subjobs.
        assertThat(run.json().get("wasteVsOracle").asDouble()).isBetween(0.0, 0.2);
        assertThat(run.json().get("wasteVsStaticPeak").asDouble()).isLessThanOrEqualTo(0.1);
        assertThat(run.json().get("rivals").has("staticPeakPlusTenth")).isTrue();
        assertThat(CommandRun.of("profile", "backtest", file).out()).contains("sum", "staticPeak");
    }

    @Test
    void aJudgementCountsWhatExceeds() throws Exception {
        Path series = Files.writeString(directory.resolve("mine"), "1 2 1 1\n3 3\n");
        Object[] few = {"profile", "judge", "--jobs", "1", "--subjobs", "6", "--lengths", "1", "--series", series};
        CommandRun table = CommandRun.of(few);
        assertThat(table.code()).isZero();
        assertThat(table.out()).contains("1-5", "6-20", "profile", "largest so far x 1.2", "mean + 3 sigma");
        Files.writeString(series, "\uFEFF1 2 1 1 \r\n\r\n3 3\r\n");
        assertThat(CommandRun.of(few).out()).as("an editor's file").isEqualTo(table.out());
        Object[] asJson = Arrays.copyOf(few, few.length + 1);
        asJson[few.length] = "--json";
        JsonNode json = CommandRun.of(asJson).json();
        assertThat(json.get("setup").get("subjobs").asInt()).isEqualTo(6);
        JsonNode first = json.get("rows").get(0);
        assertThat(first.get("regime").asText()).isEqualTo("1-5");
        assertThat(first.get("memory").get("subjobs").asInt()).isEqualTo(5 * 12);
        assertThat(first.has("slice") && first.has("time") && first.has("provedMemory") && first.has("reserved"))
                .isTrue();
        for (Object[] wrong : new Object[][] {
            {"profile", "judge", "--jobs", "0"},
            {"profile", "judge", "--threads", "0"},
            {"profile", "judge", "--declared", "0"},
            {"profile", "judge", "--theta", "2"},
            {"profile", "judge", "--series", directory.resolve("none")}
        }) {
            CommandRun refused = CommandRun.of(wrong);
            assertThat(refused.code()).isEqualTo(2);
            assertThat(refused.out()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 2\r\n1,5 2\r\n", "1 2\n1,5 2\n", "1 2\n1,5 2"})
    void aSeriesThatIsNoneIsRefusedWithItsLine(String text) throws Exception {
        CommandRun refused =
                CommandRun.of("profile", "judge", "--series", Files.writeString(directory.resolve("mine"), text));
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("line 2 is \"1,5 2\"");
    }

    @Test
    void aRecordingThatIsNotThereIsNamed() {
        for (String command : List.of("show", "advise", "backtest", "plot")) {
            CommandRun ended = CommandRun.of("profile", command, "none.json");
            assertThat(ended.code()).as(command).isEqualTo(1);
            assertThat(ended.err()).contains("there is no none.json");
        }
        CommandRun merged = CommandRun.of("profile", "merge", "none.json", "--to", "joined.json");
        assertThat(merged.code()).isEqualTo(1);
        assertThat(merged.err()).contains("there is no none.json");
        CommandRun directory = CommandRun.of("profile", "show", ".");
        assertThat(directory.code()).isEqualTo(1);
        assertThat(directory.err()).contains(". cannot be read: Is a directory").doesNotContain("Exception");
    }

    @Test
    void adviceNamesTheSlicesThatFit() throws Exception {
        JsonNode advice = CommandRun.of("profile", "advise", file, "--json").json();
        assertThat(advice.get("slices").findValuesAsText("slice")).contains("1g.10gb", "7g.80gb");
        assertThat(advice.get("slices").get(0).get("smallestTheta").asDouble()).isEqualTo(0.001);
        assertThat(advice.get("slices").get(0).get("atomsPerWindow").asLong()).isPositive();
        assertThat(advice.get("slices").get(0).get("chanceOfMore").asDouble()).isBetween(0.0, 1.0);
        assertThat(advice.get("changes").toString()).contains("promises nothing");
        assertThat(CommandRun.of("profile", "advise", file).out())
                .contains(
                        "1g.10gb",
                        "by widened maximum",
                        "at theta 0.00",
                        "its share of 0.01, the memory bound of phase");
    }

    @Test
    void aPictureIsDrawnAsPixelsAndAsLines() throws Exception {
        Path png = directory.resolve("p.png");
        Path svg = directory.resolve("p.svg");
        assertThat(CommandRun.of("profile", "plot", file, "--to", png, "--to", svg)
                        .code())
                .isZero();
        BufferedImage picture = ImageIO.read(png.toFile());
        assertThat(picture.getWidth()).isEqualTo(1600);
        assertThat(Files.readString(svg)).startsWith("<?xml").contains("<svg");
        assertThat(CommandRun.of("profile", "plot", file, "--to", png, "--json")
                        .json()
                        .get("files")
                        .get(0)
                        .asText())
                .endsWith("p.png");
        CommandRun odd = CommandRun.of("profile", "plot", file, "--to", directory.resolve("p.gif"));
        assertThat(odd.code()).isEqualTo(2);
        assertThat(odd.err()).contains("p.gif").doesNotContain("\tat ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"show", "advise", "backtest", "plot"})
    void aFileThatIsNoRecordingIsRefusedWithTheRemedy(String command) throws Exception {
        Path odd = directory.resolve("odd.json");
        Files.writeString(odd, Files.readString(file).substring(0, 200));
        CommandRun run = CommandRun.of("profile", command, odd);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("odd.json", "measure again").doesNotContain("\tat ");
    }

    @Test
    void aPictureThatCannotBeWrittenIsNoBug() {
        CommandRun run = CommandRun.of("profile", "plot", file, "--to", directory.resolve("none/x.png"));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("cannot be written", "directory exists").doesNotContain("bug");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5", "0", "NaN", "Infinity"})
    void adviceNeedsAWindow(String seconds) {
        CommandRun run = CommandRun.of("profile", "advise", file, "--window", seconds);
        assertThat(run.code()).isNotZero();
        assertThat(run.err()).contains("--window", "above 0");
    }

    @Test
    void whereNothingWasMeasuredNoAdviceIsGiven() throws Exception {
        Path empty = Files.writeString(
                directory.resolve("empty.json"), "{\"format\":1,\"job\":\"j\",\"slice\":\"s\",\"runs\":[]}");
        assertThat(CommandRun.of("profile", "advise", empty).err()).contains("no samples", "Measure");
    }

    @Test
    void memoryThatWasNotCountedIsComparedWithNothing() throws Exception {
        String samples = "1000,".repeat(60) + "1000";
        Path zeros = Files.writeString(
                directory.resolve("zeros.json"),
                ("{\"format\":1,\"job\":\"j\",\"slice\":\"s\",\"runs\":[{\"id\":\"r\",\"began\":\"2030-01-01T00:00:00Z\",\"observed\":61,\"steps\":["
                                + "{\"phase\":\"steady\",\"atom\":0,\"nanos\":[%s],\"bytes\":[%s]}]}]}")
                        .formatted(samples, samples.replace("1000", "0")));
        assertThat(CommandRun.of("profile", "backtest", zeros).out()).doesNotContain("NaN");
        assertThat(CommandRun.of("profile", "backtest", zeros, "--json").out()).doesNotContain("NaN");
    }

    @Test
    void aPromiseThatIsNoProbabilityIsRefused() {
        CommandRun run = CommandRun.of("profile", "show", file, "--theta", 2);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("theta").doesNotContain("\tat ");
    }

    @Test
    void aJobThatThrowsLeavesNoRecording() {
        Path profiles = directory.resolve("cursed");
        CommandRun run =
                CommandRun.of("profile", "run", SumJob.class.getName(), "-p", "throw-at=5", "--profiles", profiles);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("atom 5 is cursed", "by itself").doesNotContain("\tat ");
        assertThat(profiles).doesNotExist();
    }
}
