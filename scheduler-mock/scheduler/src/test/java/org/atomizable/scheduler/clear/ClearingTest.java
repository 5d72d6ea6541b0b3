package org.atomizable.scheduler.clear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.junit.jupiter.api.Test;

class ClearingTest {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Window WINDOW = new Window(
            "w", new Slice("s", new SliceKind("1g.10gb"), Bytes.gibi(9)), Bytes.gibi(9), NOON, Duration.ofSeconds(4));

    private static SelectionCandidate candidate(String job, int ageSeconds, int usefulSeconds) {
        return new SelectionCandidate(
                job,
                NOON.minusSeconds(ageSeconds),
                NOON.minusSeconds(ageSeconds),
                0,
                Optional.empty(),
                1,
                Duration.ofSeconds(usefulSeconds),
                Duration.ofSeconds(4),
                OptionalLong.empty(),
                true,
                ServiceRecord.FRESH,
                0,
                1);
    }

    /** One atom of a second in the window. */
    private static SelectionCandidate left(String job, int waitedSeconds, OptionalLong atomsLeft) {
        return new SelectionCandidate(
                job,
                NOON.minusSeconds(waitedSeconds),
                NOON.minusSeconds(waitedSeconds),
                0,
                Optional.empty(),
                1,
                Duration.ofSeconds(1),
                Duration.ofSeconds(4),
                atomsLeft,
                true,
                ServiceRecord.FRESH,
                0,
                1);
    }

    private static SelectionCandidate candidate(String job, int ageSeconds, int atoms, OptionalLong atomsLeft) {
        SelectionCandidate it = candidate(job, ageSeconds, atoms);
        return new SelectionCandidate(
                job,
                it.registered(),
                it.waitingSince(),
                0,
                it.deadline(),
                atoms,
                it.useful(),
                it.total(),
                atomsLeft,
                true,
                ServiceRecord.FRESH,
                0,
                1);
    }

    private static SelectionCandidate weighing(String job, long atomsLeft, int priority, double deficit) {
        return copy(
                left(job, 1, OptionalLong.of(atomsLeft)),
                priority,
                true,
                ServiceRecord.FRESH,
                deficit,
                Optional.empty());
    }

    private static SelectionCandidate due(String job, long atomsLeft, long seconds) {
        Optional<Instant> deadline = Optional.of(NOON.plusSeconds(seconds));
        return copy(left(job, 1, OptionalLong.of(atomsLeft)), 0, true, ServiceRecord.FRESH, 0, deadline);
    }

    private static SelectionCandidate seen(SelectionCandidate it, ServiceRecord record) {
        return copy(it, 0, it.measured(), record, 0, Optional.empty());
    }

    private static ServiceRecord attained(long seconds, int firstLooks) {
        return ServiceRecord.attained(Duration.ofSeconds(seconds), firstLooks);
    }

    private static SelectionCandidate unmeasured(SelectionCandidate it, int firstLooks) {
        return copy(it, 0, false, attained(0, firstLooks), 0, Optional.empty());
    }

    private static SelectionCandidate copy(
            SelectionCandidate it,
            int priority,
            boolean measured,
            ServiceRecord record,
            double deficit,
            Optional<Instant> deadline) {
        return new SelectionCandidate(
                it.job(),
                it.registered(),
                it.waitingSince(),
                priority,
                deadline,
                it.atoms(),
                it.useful(),
                it.total(),
                it.atomsLeft(),
                measured,
                record,
                deficit,
                1);
    }

    private static String winner(String policy, SelectionCandidate... candidates) throws UnknownPolicyException {
        return SelectionPolicy.named(policy)
                .select(WINDOW, List.of(candidates))
                .orElseThrow()
                .winner()
                .job();
    }

    @Test
    void theUsualPolicyIsTheLeastWorkLeft() {
        assertThat(SelectionPolicy.usual().name()).isEqualTo("remaining");
    }

    @Test
    void theLargestUsefulShareWinsAndTheReasonTellsIt() {
        Choice choice = new UsefulShare()
                .select(WINDOW, List.of(candidate("old", 9, 2), candidate("keen", 1, 3)))
                .orElseThrow();
        assertThat(choice.winner().job()).isEqualTo("keen");
        assertThat(choice.why()).isEqualTo("largest useful share, 75 %, of 2");
    }

    @Test
    void equalSharesGoToTheOlderAndThenToTheSmallerId() throws UnknownPolicyException {
        assertThat(winner("useful-share", candidate("a", 1, 2), candidate("b", 5, 2)))
                .isEqualTo("b");
        assertThat(winner("useful-share", candidate("b", 5, 2), candidate("a", 5, 2)))
                .isEqualTo("a");
    }

    @Test
    void theFirstInIsServedFirstHoweverLittleItUses() throws UnknownPolicyException {
        assertThat(winner("fifo", candidate("keen", 1, 4), candidate("old", 9, 0)))
                .isEqualTo("old");
    }

    @Test
    void theLeastWorkLeftWinsHoweverOldTheOthersAre() throws UnknownPolicyException {
        SelectionCandidate little = left("little", 1, OptionalLong.of(10));
        assertThat(winner("remaining", left("much", 90, OptionalLong.of(11)), little))
                .isEqualTo("little");
        Choice choice = new ShortestRemaining().select(WINDOW, List.of(little)).orElseThrow();
        assertThat(choice.why()).isEqualTo("least work left, 10 s, of 1");
    }

    @Test
    void aJobThatCanUseAQuarterOfTheSlicesComesBeforeOneWithAThirdOfItsWorkThatCanUseAll()
            throws UnknownPolicyException {
        SelectionCandidate anywhere = left("anywhere", 1, OptionalLong.of(10));
        SelectionCandidate large = reaching(0.25, left("large", 1, OptionalLong.of(30)));
        assertThat(winner("remaining", anywhere, large)).isEqualTo("large");
        assertThat(winner("slack", anywhere, large)).isEqualTo("large");
        assertThat(winner("remaining", anywhere, reaching(0.25, left("larger", 1, OptionalLong.of(41)))))
                .isEqualTo("anywhere");
        Choice choice =
                new ShortestRemaining().select(WINDOW, List.of(anywhere, large)).orElseThrow();
        assertThat(choice.why()).isEqualTo("least work left, 30 s, as it can use 25 % of the slices, of 2");
    }

    static SelectionCandidate reaching(double reach, SelectionCandidate it) {
        return new SelectionCandidate(
                it.job(),
                it.registered(),
                it.waitingSince(),
                it.priority(),
                it.deadline(),
                it.atoms(),
                it.useful(),
                it.total(),
                it.atomsLeft(),
                it.measured(),
                it.seen(),
                it.deficit(),
                reach);
    }

    /** 96 s of work and a window of 4 s: after 2000 s of waiting it is served first, and not after 1999 s. */
    @Test
    void aLongJobIsServedAfterTwentyTimesItsWork() throws UnknownPolicyException {
        SelectionCandidate little = left("little", 1, OptionalLong.of(1));
        assertThat(winner("remaining", left("long", 1999, OptionalLong.of(96)), little))
                .isEqualTo("little");
        assertThat(winner("remaining", left("long", 2000, OptionalLong.of(96)), little))
                .isEqualTo("long");
        assertThat(winner(
                        "remaining",
                        left("long", 2000, OptionalLong.of(96)),
                        left("longer", 4001, OptionalLong.of(196))))
                .isEqualTo("longer");
    }

    /** Both are overdue; the smaller one has waited longer in proportion. */
    @Test
    void ofTheOverdueTheOneThatHasWaitedLongestIsServed() throws UnknownPolicyException {
        assertThat(winner(
                        "remaining", left("small", 3999, OptionalLong.of(1)), left("long", 4000, OptionalLong.of(196))))
                .isEqualTo("long");
    }

    @Test
    void aJobOfUnknownSizeIsThoughtToHaveAsMuchLeftAsItHasAttained() throws UnknownPolicyException {
        SelectionCandidate unknown = seen(left("unknown", 1, OptionalLong.empty()), attained(9, 0));
        assertThat(unknown.remaining()).isEqualTo(Duration.ofSeconds(9));
        assertThat(winner("remaining", left("known", 1, OptionalLong.of(10)), unknown))
                .isEqualTo("unknown");
        assertThat(winner("remaining", left("known", 1, OptionalLong.of(8)), unknown))
                .isEqualTo("known");
        assertThat(left("new", 1, OptionalLong.empty()).remaining()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aJobThatIsDoubtedCountsForLongerAndTheReasonSaysSo() throws UnknownPolicyException {
        ServiceRecord doubted =
                new ServiceRecord(Duration.ZERO, Duration.ZERO, 2.5, 0, 0, Duration.ZERO, 0, Optional.empty());
        SelectionCandidate liar = seen(left("liar", 1, OptionalLong.of(10)), doubted);
        assertThat(winner("remaining", liar, left("honest", 1, OptionalLong.of(24))))
                .isEqualTo("honest");
        assertThat(new ShortestRemaining()
                        .select(WINDOW, List.of(liar))
                        .orElseThrow()
                        .why())
                .isEqualTo("least work left, 25 s (2.5 times its own estimate), of 1");
    }

    @Test
    void aJobWhoseLeasesBringNothingHasAtLeastAsMuchLeftAsTheyTook() {
        ServiceRecord stuck =
                new ServiceRecord(Duration.ZERO, Duration.ofSeconds(50), 1, 0, 0, Duration.ZERO, 0, Optional.empty());
        assertThat(seen(left("stuck", 1, OptionalLong.of(1)), stuck).remaining())
                .isEqualTo(Duration.ofSeconds(50));
    }

    @Test
    void firstLooksComeBeforeAllButTheOverdueForThreeGrants() throws UnknownPolicyException {
        SelectionCandidate little = left("little", 1, OptionalLong.of(1));
        SelectionCandidate look = unmeasured(left("look", 2, OptionalLong.of(900)), 2);
        assertThat(winner("remaining", little, look, unmeasured(left("later", 1, OptionalLong.empty()), 0)))
                .isEqualTo("look");
        assertThat(winner("remaining", left("overdue", 100, OptionalLong.of(1)), look))
                .isEqualTo("overdue");
        SelectionCandidate fourth = seen(unmeasured(look, 3), attained(3, 3));
        assertThat(winner("remaining", little, fourth)).isEqualTo("little");
        assertThat(fourth.remaining()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void aJobThatTheWindowWouldFinishIsMostEfficient() throws UnknownPolicyException {
        SelectionCandidate finishes = candidate("finishes", 1, 1, OptionalLong.of(1));
        SelectionCandidate fills = candidate("fills", 9, 4, OptionalLong.of(5));
        assertThat(winner("efficiency", finishes, fills)).isEqualTo("finishes");
        assertThat(winner("useful-share", finishes, fills)).isEqualTo("fills");
        assertThat(new Efficiency().select(WINDOW, List.of(fills)).orElseThrow().why())
                .isEqualTo("largest share of its work left, 80 %, of 1");
    }

    @Test
    void aStepOfPriorityIsWorthTwiceTheWork() throws UnknownPolicyException {
        SelectionCandidate plain = weighing("plain", 10, 0, 0);
        assertThat(winner("weighted", plain, weighing("important", 19, 1, 0))).isEqualTo("important");
        assertThat(winner("weighted", plain, weighing("important", 21, 1, 0))).isEqualTo("plain");
        assertThat(winner("weighted", plain, weighing("poor", 19, 0, 1))).isEqualTo("poor");
        assertThat(winner("weighted", plain, weighing("loudest", 20_000, Integer.MAX_VALUE, 0)))
                .isEqualTo("plain");
    }

    /** Seconds of work: the slack is the deadline less the work. A deadline is near if the slack is at most work + 4 s. */
    @Test
    void aNearDeadlineThatCanBeMetComesFirst() throws UnknownPolicyException {
        SelectionCandidate little = due("little", 1, 1000);
        assertThat(winner("slack", little, due("near", 10, 24))).isEqualTo("near");
        assertThat(winner("slack", little, due("far", 10, 25))).isEqualTo("little");
        assertThat(winner("slack", little, due("hopeless", 10, 9))).isEqualTo("little");
        assertThat(winner("slack", due("near", 10, 24), due("nearer", 20, 33))).isEqualTo("nearer");
        assertThat(new LeastSlack()
                        .select(WINDOW, List.of(due("near", 10, 24)))
                        .orElseThrow()
                        .why())
                .isEqualTo("least slack, 14 s, of 1");
    }

    @Test
    void anUnknownPolicyIsRefusedNamingTheKnown() {
        assertThatThrownBy(() -> SelectionPolicy.named("luck"))
                .isInstanceOf(UnknownPolicyException.class)
                .hasMessageContaining("luck")
                .hasMessageContaining("efficiency, fifo, remaining, slack, useful-share, weighted");
    }

    @Test
    void everyPolicyTellsWhyInWords() throws UnknownPolicyException {
        assertThat(why("slack", due("a", 10, 12), left("b", 1, OptionalLong.of(5))))
                .isEqualTo("least slack, 2 s, of 2");
        assertThat(why("slack", left("b", 1, OptionalLong.of(5)))).isEqualTo("least work left, 5 s, of 1");
        assertThat(why("weighted", weighing("a", 10, 1, 0), weighing("b", 10, 0, 0)))
                .isEqualTo("least work left for its weight, 10 s for 2.00, of 2");
        ServiceRecord doubted =
                new ServiceRecord(Duration.ZERO, Duration.ZERO, 1.05, 0, 0, Duration.ZERO, 0, Optional.empty());
        assertThat(why("remaining", seen(left("b", 1, OptionalLong.of(100)), doubted)))
                .isEqualTo("least work left, 105 s (1.1 times its own estimate), of 1");
    }

    private static String why(String policy, SelectionCandidate... candidates) throws UnknownPolicyException {
        return SelectionPolicy.named(policy)
                .select(WINDOW, List.of(candidates))
                .orElseThrow()
                .why();
    }
}
