package org.atomizable.lab.market;

import java.time.Duration;
import java.time.Instant;

/** The results of one job so far. */
final class JobRecord {

    private final String id;
    private final SimulatedJob job;
    private Instant waitingSince;
    private Duration waited = Duration.ZERO;
    private Duration longestWait = Duration.ZERO;
    private int wins;
    private int subjobs;
    private double heldSeconds;
    private double laterSeconds;
    private double usefulSeconds;
    private double gain;

    JobRecord(String id, SimulatedJob job, Instant waitingSince) {
        this.id = id;
        this.job = job;
        this.waitingSince = waitingSince;
    }

    /** Takes down that it has won, and waits anew. */
    void won(Instant now) {
        waits(now);
        wins++;
        waited = waited.plus(Duration.between(waitingSince, now));
        waitingSince = now;
    }

    /** Takes down that it still waits. */
    void waits(Instant now) {
        Duration wait = Duration.between(waitingSince, now);
        longestWait = wait.compareTo(longestWait) > 0 ? wait : longestWait;
    }

    /**
     * Takes down that a lease of its has ended.
     *
     * @param later whether that counts in its later share
     */
    void held(double seconds, double useful, boolean later) {
        subjobs++;
        heldSeconds += seconds;
        usefulSeconds += useful;
        laterSeconds += later ? seconds : 0;
    }

    /** Adds what it won was worth; less than 0 for what it was charged. */
    void gains(double worth) {
        gain += worth;
    }

    String id() {
        return id;
    }

    SimulatedJob job() {
        return job;
    }

    int wins() {
        return wins;
    }

    int subjobs() {
        return subjobs;
    }

    /** Returns how long it waited for all of its wins together. */
    double waitedSeconds() {
        return waited.toMillis() / 1e3;
    }

    double longestWaitSeconds() {
        return longestWait.toMillis() / 1e3;
    }

    double heldSeconds() {
        return heldSeconds;
    }

    double laterSeconds() {
        return laterSeconds;
    }

    double usefulSeconds() {
        return usefulSeconds;
    }

    double gain() {
        return gain;
    }
}
