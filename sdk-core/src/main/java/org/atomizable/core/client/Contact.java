package org.atomizable.core.client;

import java.time.Duration;
import org.atomizable.api.time.TimeSource;

/** Records since when a scheduler has not answered any call. Safe for use by several threads. */
final class Contact {

    private static final Duration FIRST_TOLD = Duration.ofSeconds(5);
    private static final Duration TOLD_EVERY = Duration.ofMinutes(10);

    private final TimeSource time;
    private volatile AbsenceListener listener = AbsenceListener.NONE;
    private volatile boolean absent;
    private volatile long answered;
    private long since;
    private Duration toldNext = FIRST_TOLD;

    Contact(TimeSource time) {
        this.time = time;
        this.answered = time.nanos();
    }

    void listener(AbsenceListener told) {
        listener = told;
    }

    /** Nearly every call ends here, without waiting for others. */
    void answered() {
        answered = time.nanos();
        if (absent) {
            returned();
        }
    }

    private synchronized void returned() {
        if (!absent) {
            return;
        }
        absent = false;
        if (toldNext.compareTo(FIRST_TOLD) > 0) {
            listener.back(absence());
        }
        toldNext = FIRST_TOLD;
    }

    /**
     * Returns for how long nothing was answered.
     *
     * @param sent when the call was begun that failed: one that nobody refuses may take half a minute to fail
     */
    synchronized Duration failed(String why, long sent) {
        if (!absent) {
            absent = true;
            since = sent - answered > 0 ? sent : answered;
        }
        Duration absence = absence();
        if (absence.compareTo(toldNext) >= 0) {
            listener.absent(absence, why);
            Duration doubled = absence.multipliedBy(2);
            Duration latest = absence.plus(TOLD_EVERY);
            toldNext = doubled.compareTo(latest) < 0 ? doubled : latest;
        }
        return absence;
    }

    private Duration absence() {
        return Duration.ofNanos(time.nanos() - since);
    }
}
