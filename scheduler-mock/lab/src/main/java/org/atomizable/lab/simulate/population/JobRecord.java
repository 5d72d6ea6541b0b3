package org.atomizable.lab.simulate.population;

import java.time.Duration;
import java.time.Instant;

/** The results of one job so far. For one thread. */
final class JobRecord {

    final String id;
    final Bidder job;
    int wins;
    int subjobs;
    double heldSeconds;
    double usefulSeconds;

    /** Of the time that it held slices, what counts in its later share. */
    double laterSeconds;

    /** The worth of what it won, less what it was charged. */
    double gain;

    private Instant waitingSince;
    private Duration waited = Duration.ZERO;
    private Duration longestWait = Duration.ZERO;

    JobRecord(String id, Bidder job, Instant waitingSince) {
        this.id = id;
        this.job = job;
        this.waitingSince = waitingSince;
    }

    /** It has won, and waits anew. */
    void won(Instant now) {
        waits(now);
        wins++;
        waited = waited.plus(Duration.between(waitingSince, now));
        waitingSince = now;
    }

    /** It still waits. */
    void waits(Instant now) {
        Duration wait = Duration.between(waitingSince, now);
        longestWait = wait.compareTo(longestWait) > 0 ? wait : longestWait;
    }

    /** Returns how long it waited for all of its wins together. */
    double waitedSeconds() {
        return waited.toMillis() / 1e3;
    }

    double longestWaitSeconds() {
        return longestWait.toMillis() / 1e3;
    }
}
