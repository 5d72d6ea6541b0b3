package org.atomizable.scheduler.node.airlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ResidentStatesTest {

    /** To draw it anew, copy what this test prints when it fails. */
    @Test
    void theDiagramInTheDocsIsTheTable() throws IOException {
        assertThat(Files.readString(Path.of("..", "..", "docs", "airlock-states.mmd")))
                .isEqualTo(ResidentStates.diagram());
    }

    @Test
    void nothingLeadsOutOfTheEndAndEveryOtherStateCanDie() {
        for (ResidentState state : ResidentState.values()) {
            if (state.ended()) {
                assertThat(ResidentEvent.values())
                        .allMatch(it -> ResidentStates.next(state, it).isEmpty());
            } else {
                assertThat(ResidentStates.next(state, ResidentEvent.DIED)).contains(ResidentState.DEAD);
            }
        }
    }

    @Test
    void everyStateIsReached() {
        Set<ResidentState> reached = EnumSet.of(ResidentState.RUNNING);
        for (int i = 0; i < ResidentState.values().length; i++) {
            for (ResidentState state : Set.copyOf(reached)) {
                for (ResidentEvent event : ResidentEvent.values()) {
                    ResidentStates.next(state, event).ifPresent(reached::add);
                }
            }
        }
        assertThat(reached).containsExactlyInAnyOrder(ResidentState.values());
    }
}
