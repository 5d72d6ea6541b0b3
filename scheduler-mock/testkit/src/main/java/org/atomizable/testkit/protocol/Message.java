package org.atomizable.testkit.protocol;

import java.util.Locale;

/** The messages of the protocol that change something. */
public enum Message {
    /** {@code POST /v1/jobs}. */
    REGISTER(true),
    /** {@code DELETE /v1/jobs/ID}. */
    WITHDRAW(true),
    /** {@code POST /v1/windows/ID/signals}. */
    SIGNAL(true),
    /** {@code POST /v1/windows/ID/bids}. */
    BID(true),
    /** {@code POST /v1/grants/ID/accept}. */
    ACCEPT(true),
    /** {@code POST /v1/grants/ID/heartbeat}. */
    HEARTBEAT(true),
    /** {@code POST /v1/grants/ID/report}. */
    REPORT(true),
    /** The event that announces a window to a job. */
    WINDOW(false),
    /** The event that grants a job a part of a window. */
    GRANT(false),
    /** The event that takes a grant away. */
    REVOKED(false),
    /** The last event of a job. */
    ENDED(false);

    private final boolean fromAgent;

    Message(boolean fromAgent) {
        this.fromAgent = fromAgent;
    }

    /** Returns whether the agent sends it; otherwise the scheduler does. */
    public boolean fromAgent() {
        return fromAgent;
    }

    /** Returns it as the page of states names it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
