package org.atomizable.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
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
                        Seams.SOUND.inStore(BrokenBuilds::withoutFence),
                        EnumSet.of(Invariant.EXCLUSION, Invariant.EXACTNESS)),
                Arguments.of(
                        "rename before force",
                        Seams.SOUND.onDisk(BrokenBuilds::withoutForce),
                        EnumSet.of(Invariant.DURABILITY, Invariant.LIVENESS)),
                Arguments.of(
                        "lease expiry ignored",
                        Seams.SOUND.ending(after -> after.plusHours(1)),
                        EnumSet.of(Invariant.NO_OVERRUN)),
                Arguments.of(
                        "guard off by one atom",
                        Seams.SOUND.planning(BrokenBuilds::withOneAtomMore),
                        EnumSet.of(Invariant.PROVED_ATOMS)),
                Arguments.of(
                        "report handled twice",
                        Seams.SOUND.handlingReports((own, newest) -> newest),
                        EnumSet.of(Invariant.REPORT_ONCE)),
                Arguments.of(
                        "told before written",
                        Seams.SOUND.writingThrough(BrokenBuilds::tellingFirst),
                        EnumSet.of(Invariant.WRITTEN_FIRST)),
                Arguments.of(
                        "token not raised after a restart",
                        Seams.SOUND.recoveringFrom(BrokenBuilds::withoutTokens),
                        EnumSet.of(Invariant.TOKENS_INCREASE, Invariant.JOURNAL_IS_STATE)),
                Arguments.of(
                        "restore skipped though another worker committed",
                        Seams.SOUND.inStore(BrokenBuilds::withoutRestore),
                        EnumSet.of(Invariant.EXACTNESS)),
                Arguments.of(
                        "journal replayed without its last record",
                        Seams.SOUND.recoveringFrom(BrokenBuilds::withoutLastLease),
                        EnumSet.of(Invariant.JOURNAL_IS_STATE, Invariant.CAPACITY, Invariant.DURABILITY)),
                Arguments.of(
                        "bound halved",
                        Seams.SOUND.learning(BrokenBuilds::halved),
                        // A job that is granted slices that are too small again and again does not end.
                        EnumSet.of(Invariant.PROVED_MEMORY, Invariant.LIVENESS)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("builds")
    void aBrokenBuildIsCaughtWithinAThousandSeeds(String name, Seams broken, Set<Invariant> by) throws Exception {
        for (long first = 1; first <= MOST_SEEDS; first += AT_A_TIME) {
            List<FaultRuns.Failure> failures =
                    RUNS.all(first, AT_A_TIME, () -> broken, done -> {}).failures();
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
