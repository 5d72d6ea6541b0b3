package org.atomizable.core.agent;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;

/** The timers of a grant while it is held. */
final class HeldGrantTimers {

    /** The actions that can be due. */
    enum Due {
        HEARTBEAT,
        /** The worker is asked to stop at its next safe point. */
        YIELD,
        /** It is asked again, if it has not stopped. */
        YIELD_AGAIN,
        /** Little time is left. */
        NEAR_END,
        END,
        /** After its end its worker was waited for. */
        GIVEN_UP
    }

    private final Map<Due, TimeSource.Timer> timers = new EnumMap<>(Due.class);

    synchronized void set(Due due, TimeSource.Timer timer) {
        cancel(due);
        timers.put(due, timer);
    }

    synchronized void cancel(Due due) {
        Optional.ofNullable(timers.get(due)).ifPresent(TimeSource.Timer::cancel);
    }

    synchronized void cancelAll() {
        timers.values().forEach(TimeSource.Timer::cancel);
    }
}
