package org.atomizable.scheduler.clear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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
                0,
                Optional.empty(),
                1,
                Duration.ofSeconds(usefulSeconds),
                Duration.ofSeconds(4));
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
    void anUnknownPolicyIsRefusedNamingTheKnown() {
        assertThatThrownBy(() -> SelectionPolicy.named("luck"))
                .isInstanceOf(UnknownPolicyException.class)
                .hasMessageContaining("luck")
                .hasMessageContaining("efficiency, fifo");
    }
}
