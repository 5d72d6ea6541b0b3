package org.atomizable.scheduler.market.event;

import java.time.Duration;

/**
 * Observes a market. Called in order and under the market's lock: an implementation must not block and must not call
 * back.
 */
public interface Observer {

    /** Looks away. */
    Observer NONE = new Observer() {};

    /** Returns an observer that tells two others, in order. */
    static Observer both(Observer first, Observer second) {
        return new Observer() {
            @Override
            public void cleared(Cleared cleared) {
                first.cleared(cleared);
                second.cleared(cleared);
            }

            @Override
            public void decided(Duration took) {
                first.decided(took);
                second.decided(took);
            }

            @Override
            public void ended(GrantEnded ended) {
                first.ended(ended);
                second.ended(ended);
            }
        };
    }

    /** A window was granted, or lapsed. */
    default void cleared(Cleared cleared) {}

    /** It was decided who gets one window, or several that were cleared together. */
    default void decided(Duration took) {}

    /** A grant has ended. */
    default void ended(GrantEnded ended) {}
}
