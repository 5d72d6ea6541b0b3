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
                OptionalLong.empty());
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
                atomsLeft);
    }

    private static String winner(String policy, SelectionCandidate... candidates) throws UnknownPolicyException {
        return SelectionPolicy.named(policy)
                .select(WINDOW, List.of(candidates))
                .orElseThrow()
                .winner()
                .job();
    }

    @Test
    void theMostEfficientWinsAndTheReasonTellsItsShare() throws UnknownPolicyException {
        Choice choice = SelectionPolicy.efficiency()
                .select(WINDOW, List.of(candidate("old", 9, 2), candidate("keen", 1, 3)))
                .orElseThrow();
        assertThat(choice.winner().job()).isEqualTo("keen");
        assertThat(choice.why()).isEqualTo("largest useful share, 75 %, of 2");
    }

    @Test
    void equalSharesGoToTheOlderAndThenToTheSmallerId() throws UnknownPolicyException {
        assertThat(winner("efficiency", candidate("a", 1, 2), candidate("b", 5, 2)))
                .isEqualTo("b");
        assertThat(winner("efficiency", candidate("b", 5, 2), candidate("a", 5, 2)))
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
        assertThat(winner("remaining", left("unknown", 90, OptionalLong.empty()), little))
                .isEqualTo("little");
        Choice choice = new ShortestRemaining().select(WINDOW, List.of(little)).orElseThrow();
        assertThat(choice.why()).isEqualTo("least work left, 10 s, of 1");
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

    @Test
    void anUnknownPolicyIsRefusedNamingTheKnown() {
        assertThatThrownBy(() -> SelectionPolicy.named("luck"))
                .isInstanceOf(UnknownPolicyException.class)
                .hasMessageContaining("luck")
                .hasMessageContaining("efficiency, fifo, remaining");
    }
}
