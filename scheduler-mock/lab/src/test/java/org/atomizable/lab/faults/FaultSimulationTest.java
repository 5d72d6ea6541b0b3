package org.atomizable.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.journal.JournalWriter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FaultSimulationTest {

    private static final FaultRuns RUNS = new FaultRuns();

    @AfterAll
    static void close() {
        RUNS.close();
    }

    private static List<String> log(long seed) {
        return RUNS.logged(Scenario.of(seed), Seams.SOUND).log().stream()
                .map(EventLog.Line::toString)
                .toList();
    }

    /** The digests of the logs are kept, so that CI can compare them with those of another JDK. */
    @Test
    void theSameSeedGivesTheSameLog() throws Exception {
        List<String> digests = new ArrayList<>();
        for (long seed = 1; seed <= 4; seed++) {
            List<String> log = log(seed);
            assertThat(log(seed)).as("seed %s", seed).isEqualTo(log).hasSizeGreaterThan(20);
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(String.join("\n", log).getBytes(StandardCharsets.UTF_8));
            digests.add("seed %s: %s".formatted(seed, HexFormat.of().formatHex(digest)));
        }
        Files.write(Files.createDirectories(Path.of("target")).resolve("fault-logs.txt"), digests);
    }

    @Test
    void withoutFaultsEveryJobEnds() {
        for (long seed = 1; seed <= 10; seed++) {
            SimulatedCluster.Result result = RUNS.quick(Scenario.of(seed).quiet(), Seams.SOUND);
            assertThat(result.violations()).as("seed %s", seed).isEmpty();
            assertThat(result.faults()).isEmpty();
        }
    }

    @Test
    @Tag("slow")
    void twoHundredSeedsKeepEveryPromise() throws Exception {
        FaultRuns.Summary summary = RUNS.all(1, 200, Seams.SOUND, done -> {});
        assertThat(summary.failures()).isEmpty();
        assertThat(summary.faults()).containsOnlyKeys(FaultKind.values());
        assertThat(summary.allFaults()).isGreaterThan(16_000);
    }

    /** Each of them broke a promise, of the system or of what checks it. */
    @Test
    @Tag("slow")
    void seedsThatFoundSomethingKeepEveryPromise() {
        for (long seed : List.of(1554L, 3242L, 5029L, 5772L, 6131L, 6788L, 8742L, 8944L, 9302L, 9320L)) {
            assertThat(RUNS.quick(Scenario.of(seed), Seams.SOUND).violations())
                    .as("seed %s", seed)
                    .isEmpty();
        }
    }

    @Test
    @Tag("slow")
    void noJobStarvesAmongShorterOnes() {
        Scenario crowded = Scenario.of(4).crowded(true);
        assertThat(RUNS.quick(crowded, Seams.SOUND).violations()).isEmpty();

        Seams impatient = Seams.with(SelectionPolicy.class, BrokenBuilds::withoutAge);
        assertThat(RUNS.quick(crowded, impatient).violations())
                .extracting(Witness.Violation::invariant)
                .containsOnly(Invariant.AGE_BOUND);
    }

    @Test
    void aFailingScenarioIsShrunk() {
        Seams broken = Seams.with(JournalWriter.class, BrokenBuilds::tellingFirst);
        Scenario failing = Scenario.of(1);
        while (RUNS.quick(failing, broken).violations().isEmpty()) {
            failing = Scenario.of(failing.seed() + 1);
        }
        Scenario smallest = new Shrinking(it -> RUNS.quick(it, broken).violations().stream()
                        .anyMatch(violation -> violation.invariant() == Invariant.WRITTEN_FIRST))
                .smallest(failing);
        assertThat(smallest.timed()).isEmpty();
        assertThat(smallest.kinds()).isEmpty();
        assertThat(smallest.jobs()).isEqualTo(1);
    }

    @Test
    void thePictureShowsWhatRanAndWhatWentWrong() {
        List<String> picture =
                FaultTimeline.of(RUNS.logged(Scenario.of(7), Seams.SOUND).log());
        assertThat(picture).anyMatch(row -> row.startsWith("scheduler ") && row.contains("g"));
        assertThat(picture).anyMatch(row -> row.startsWith("job-") && row.contains("=C"));
        assertThat(picture).anyMatch(row -> row.contains("!"));
    }
}
