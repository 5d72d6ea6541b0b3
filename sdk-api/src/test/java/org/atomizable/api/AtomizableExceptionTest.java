package org.atomizable.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AtomizableExceptionTest {

    @Test
    void itTellsWhatHappenedAndTheRemedy() {
        assertThat(new AtomizableException("the disk is full", "Make room")).hasMessage("the disk is full. Make room");
    }

    @Test
    void whatEndsASentenceGetsNoSecondPeriod() {
        assertThat(new AtomizableException("refused: the grant has ended.", "Stop here"))
                .hasMessage("refused: the grant has ended. Stop here");
    }

    @Test
    void theRemedyOfACauseIsToldOnce() {
        AtomizableException cause = new AtomizableException("the disk is full", "Make room");

        assertThat(new AtomizableException("no worker: " + cause.getMessage(), cause.remedy(), cause))
                .hasMessage("no worker: the disk is full. Make room")
                .hasCause(cause);
    }
}
