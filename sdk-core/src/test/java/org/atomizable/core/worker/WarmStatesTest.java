package org.atomizable.core.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WarmStatesTest {

    /** To draw it anew, copy what this test prints when it fails. */
    @Test
    void theDiagramInTheDocsIsTheTable() throws IOException {
        assertThat(Files.readString(Path.of("..", "docs", "warm-states.mmd"))).isEqualTo(WarmStates.diagram());
    }

    @Test
    void everyProcessCanEndAndNothingFollowsItsEnd() {
        for (WarmState state : WarmState.values()) {
            boolean hasProcess = state != WarmState.COLD && state != WarmState.CLOSED;
            assertThat(WarmStates.next(state, WarmEvent.ENDED).isPresent()).isEqualTo(hasProcess);
        }
        for (WarmEvent event : WarmEvent.values()) {
            assertThat(WarmStates.next(WarmState.CLOSED, event)).isEmpty();
        }
    }

    @Test
    void everyStateThatHoldsMemoryOfTheSliceCanBeReleased() {
        for (WarmState state : WarmState.values()) {
            assertThat(WarmStates.next(state, WarmEvent.RELEASED).isPresent()).isEqualTo(state.holdsSlice());
        }
    }

    @Test
    void onlyAGrantLetsASubjobRun() {
        for (WarmState state : WarmState.values()) {
            for (WarmEvent event : WarmEvent.values()) {
                if (event != WarmEvent.GRANTED) {
                    assertThat(WarmStates.next(state, event)).isNotEqualTo(Optional.of(WarmState.ACTIVE));
                }
            }
        }
    }

    @Test
    void everyStateCanBeReached() {
        Set<WarmState> reached = EnumSet.of(WarmState.COLD);
        for (int round = 0; round < WarmState.values().length; round++) {
            for (WarmState state : Set.copyOf(reached)) {
                for (WarmEvent event : WarmEvent.values()) {
                    WarmStates.next(state, event).ifPresent(reached::add);
                }
            }
        }
        assertThat(reached).containsExactlyInAnyOrder(WarmState.values());
    }
}
