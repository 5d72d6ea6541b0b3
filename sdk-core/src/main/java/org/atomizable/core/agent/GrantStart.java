package org.atomizable.core.agent;

import java.time.Duration;
import org.atomizable.api.time.TimeSource;

/** The start of a grant, for which a worker that is ready waits. */
public final class GrantStart {

    private static final Duration LOOKS_AGAIN = Duration.ofMillis(500);

    private GrantStart() {}

    /**
     * Waits for it. A grant that is lost meanwhile is not waited for: a scheduler's clock that was set may have put its start into the far
     * future.
     */
    public static void await(HeldGrant held, TimeSource time) throws InterruptedException {
        Duration left = Duration.between(time.now(), held.grant().starts());
        while (!left.isNegative() && !left.isZero() && !held.lost() && !held.givenBack()) {
            time.sleep(left.compareTo(LOOKS_AGAIN) < 0 ? left : LOOKS_AGAIN);
            left = Duration.between(time.now(), held.grant().starts());
        }
    }
}
