package org.atomizable.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.subjob.Report;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.core.run.RunPlan;
import org.atomizable.lab.faults.Seams.DoubledReport;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.journal.JournalWriter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the simulation is worth: it notices each of these. */
@Tag("slow")
class BrokenBuildsTest {

    private static final int MOST_SEEDS = 1000;
    private static final int AT_A_TIME = 20;
    private static final FaultRuns RUNS = new FaultRuns();

    @AfterAll
    static void close() {
        RUNS.close();
    }

    static Stream<Arguments> builds() {
        return Stream.of(
                Arguments.of(
                        "fence check removed",
                        Seams.with(CheckpointStore.class, BrokenBuilds::withoutFence),
                        EnumSet.of(Invariant.EXCLUSION, Invariant.EXACTNESS)),
                Arguments.of(
                        "rename before force",
                        Seams.with(Disk.class, BrokenBuilds::withoutForce),
                        EnumSet.of(Invariant.DURABILITY, Invariant.LIVENESS)),
                Arguments.of(
                        "lease expiry ignored",
                        Seams.with(Duration.class, after -> after.plusHours(1)),
                        EnumSet.of(Invariant.NO_OVERRUN)),
                Arguments.of(
                        "guard off by one atom",
                        Seams.with(RunPlan.class, BrokenBuilds::withOneAtomMore),
                        EnumSet.of(Invariant.PROVED_ATOMS)),
                Arguments.of(
                        "report handled twice",
                        Seams.with(DoubledReport.class, it -> new DoubledReport(it.newest(), it.newest())),
                        EnumSet.of(Invariant.REPORT_ONCE)),
                Arguments.of(
                        "told before written",
                        Seams.with(JournalWriter.class, BrokenBuilds::tellingFirst),
                        EnumSet.of(Invariant.WRITTEN_FIRST)),
                Arguments.of(
                        "token not raised after a restart",
                        Seams.with(Journal.class, BrokenBuilds::withoutTokens),
                        EnumSet.of(Invariant.TOKENS_INCREASE, Invariant.JOURNAL_IS_STATE)),
                Arguments.of(
                        "restore skipped though another worker committed",
                        Seams.with(CheckpointStore.class, BrokenBuilds::withoutRestore),
                        EnumSet.of(Invariant.EXACTNESS)),
                Arguments.of(
                        "journal replayed without its last record",
                        Seams.with(Journal.class, BrokenBuilds::withoutLastLease),
                        EnumSet.of(Invariant.JOURNAL_IS_STATE, Invariant.CAPACITY, Invariant.DURABILITY)),
                Arguments.of(
                        "bound halved",
                        Seams.with(Report.class, BrokenBuilds::halved),
                        // A job that is granted slices that are too small again and again does not end.
                        EnumSet.of(Invariant.PROVED_MEMORY, Invariant.LIVENESS)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("builds")
    void aBrokenBuildIsCaughtWithinAThousandSeeds(String name, Seams broken, Set<Invariant> by) throws Exception {
        for (long first = 1; first <= MOST_SEEDS; first += AT_A_TIME) {
            List<FaultRuns.Failure> failures =
                    RUNS.all(first, AT_A_TIME, broken, done -> {}).failures();
            if (!failures.isEmpty()) {
                assertThat(by)
                        .as("%s: %s", name, failures.get(0))
                        .contains(failures.get(0).violation().invariant());
                return;
            }
        }
        assertThat(name).as("not caught").isEmpty();
    }
}
