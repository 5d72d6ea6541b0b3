package org.atomizable.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class WonShareTest {

    private static WonShare after(WonShare share, int wanted, boolean won) {
        WonShare result = share;
        for (int i = 0; i < wanted; i++) {
            result = won ? result.afterWanted().afterWon() : result.afterWanted();
        }
        return result;
    }

    @Test
    void aJobOfWhichNothingIsKnownIsBelievedToWin() {
        assertThat(WonShare.UNKNOWN.likely()).isTrue();
    }

    @Test
    void whoeverLosesAllTheTimeIsNotWarmedAndWhoeverWinsAgainIs() {
        WonShare losing = after(WonShare.UNKNOWN, 10, false);
        assertThat(losing.likely()).isFalse();
        assertThat(after(losing, 10, true).likely()).isTrue();
    }

    @Property
    void nobodyWinsMoreThanItWanted(@ForAll List<Boolean> windows) {
        WonShare share = WonShare.UNKNOWN;
        for (boolean won : windows) {
            share = after(share, 1, won);
            assertThat(share.won()).isBetween(0.0, share.wanted());
        }
    }
}
