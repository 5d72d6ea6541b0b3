package org.atomizable.api.time;

import java.time.Duration;
import java.time.Instant;

/** The time, sleep, and actions at a later time. Safe for use by several threads. */
public interface TimeSource {

    /** Returns the system's time. It runs scheduled actions on one daemon thread. */
    static TimeSource system() {
        return SystemTime.INSTANCE;
    }

    /** Returns the current wall-clock time. It may jump when the machine's clock is set. */
    Instant now();

    /** Returns nanoseconds since an arbitrary origin. It never goes back, and only differences are meaningful. */
    long nanos();

    /**
     * Sleeps.
     *
     * @param duration how long; the method returns at once if it is zero or negative
     * @throws InterruptedException if the thread is interrupted while it sleeps
     */
    void sleep(Duration duration) throws InterruptedException;

    /**
     * Schedules an action to run once, later. The action must be short and must not throw, because it shares its thread
     * with others.
     *
     * @param delay from now; if zero or negative, the action runs at once, but still on the other thread
     */
    Timer schedule(Duration delay, Runnable action);

    /** An action that is scheduled. */
    @FunctionalInterface
    interface Timer {

        /** Prevents the action from starting. Has no effect if the action has started or was already cancelled. */
        void cancel();
    }
}
