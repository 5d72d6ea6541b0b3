package org.atomizable.scheduler.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LeaseStatesTest {

    /** To draw it anew, copy what this test prints when it fails. */
    @Test
    void theDiagramInTheDocsIsTheTable() throws IOException {
        assertThat(Files.readString(Path.of("..", "..", "docs", "lease-states.mmd")))
                .isEqualTo(diagram());
    }

    /** Draws the table as a Mermaid state diagram. */
    private static String diagram() {
        String arrows = LeaseStates.TABLE.stream()
                .map(arrow ->
                        "    %s --> %s: %s\n".formatted(name(arrow.state()), name(arrow.next()), name(arrow.event())))
                .collect(Collectors.joining());
        return "stateDiagram-v2\n    [*] --> granted\n" + arrows
                + "    reported --> [*]\n    expired --> [*]\n    revoked --> [*]\n";
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
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
