package org.atomizable.core.plan;

import java.time.Duration;

/** The part of every window that no subjob plans to use. */
public final class Margin {

    /**
     * At its beginning: for the grant to arrive and for the agent to build its subjob. What is asked for is so much longer than
     * what is needed, or the subjob that was planned would fit no more by the time that it can begin.
     */
    public static final Duration LATE_START = Duration.ofMillis(100);

    private Margin() {}
}
