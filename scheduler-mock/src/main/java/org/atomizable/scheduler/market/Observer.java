package org.atomizable.scheduler.market;

/** Watches a market. Called in order and under the market's lock: never block, never call back. */
public interface Observer {

    /** Looks away. */
    Observer NONE = new Observer() {};

    /** A window was granted, or nobody got it. */
    default void cleared(Cleared cleared) {}

    /** A grant has ended. */
    default void ended(GrantEnded ended) {}
}
