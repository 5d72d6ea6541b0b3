package org.atomizable.api.time;

import java.time.Duration;
import java.time.Instant;

/** The time, sleep, and deeds at a later time. Safe for use by any number of threads. */
public interface TimeSource {

    /** Returns the machine's own time; schedules deeds on one daemon thread. */
    static TimeSource system() {
        return SystemTime.INSTANCE;
    }

    /** Returns the current instant, as the calendar has it; may jump when the machine's clock is set. */
    Instant now();

    /** Returns nanoseconds since an arbitrary origin; never goes back, and only differences mean anything. */
    long nanos();

    /**
     * Waits.
     *
     * @param duration how long; nothing happens if it is zero or negative
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    void sleep(Duration duration) throws InterruptedException;

    /**
     * Has a deed done once, later. It must be short and must not throw: it shares its thread with others.
     *
     * @param delay from now; at once, though on the other thread, if zero or negative
     */
    Timer schedule(Duration delay, Runnable deed);

    /** A deed that is still to come. */
    @FunctionalInterface
    interface Timer {

        /** Makes sure that the deed does not start from now on; does nothing if it has started or was cancelled. */
        void cancel();
    }
}
