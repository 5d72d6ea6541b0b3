package org.atomizable.scheduler.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LeaseStatesTest {

    /** To draw it anew, copy what this test prints when it fails. */
    @Test
    void theDiagramInTheDocsIsTheTable() throws IOException {
        assertThat(Files.readString(Path.of("..", "..", "docs", "lease-states.mmd")))
                .isEqualTo(LeaseStates.diagram());
    }

    @Test
    void nothingLeadsOutOfAStateThatIsNotLive() {
        for (LeaseState state : LeaseState.values()) {
            for (LeaseEvent event : LeaseEvent.values()) {
                if (!state.live() && state != LeaseState.AWAITED) {
                    assertThat(LeaseStates.next(state, event)).isEmpty();
                }
            }
        }
    }

    @Test
    void everyLiveStateCanBeEndedByTimeAndByWithdrawal() {
        for (LeaseState state : LeaseState.values()) {
            if (state.live()) {
                assertThat(LeaseStates.next(state, LeaseEvent.SILENCE)).contains(LeaseState.EXPIRED);
                assertThat(LeaseStates.next(state, LeaseEvent.END)).contains(LeaseState.AWAITED);
                assertThat(LeaseStates.next(state, LeaseEvent.WITHDRAW)).contains(LeaseState.REVOKED);
            }
        }
    }
}
