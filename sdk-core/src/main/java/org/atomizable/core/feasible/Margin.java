package org.atomizable.core.feasible;

import java.time.Duration;

/** Time at the end of every window that no subjob may use. */
public final class Margin {

    /**
     * For the report to arrive, and for a pause of the machine that no profile has seen. A job of very short atoms has
     * reserves of a few milliseconds, which one message can outlast.
     */
    public static final Duration KEPT_FREE = Duration.ofMillis(150);

    private Margin() {}
}
