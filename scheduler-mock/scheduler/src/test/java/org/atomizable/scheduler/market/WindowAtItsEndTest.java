package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

class WindowAtItsEndTest {

    /** With this seed a lease runs out at the very instant at which a window stops waiting for answers. */
    @Test
    void aJobThatBeginsToWaitWhenAWindowStopsWaitingIsNotToldOfIt() {
        assertThatCode(() -> new MarketProperties().nothingForbiddenIsSaidHoweverUnrulyTheAgents(-7, 3))
                .doesNotThrowAnyException();
    }
}
