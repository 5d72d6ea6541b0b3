package org.atomizable.scheduler.market;

import java.time.Instant;

/** A job's entry in the market. Guarded by the market's lock. */
final class Job {

    /** A job that left so many windows in a row without a word is not waited for any more, until it speaks. */
    private static final int MOST_MISSED = 3;

    final String id;
    final JobRequest request;
    final Instant registered;
    JobState state = JobState.WAITING;
    long nextAtom;
    int missed;
    long offered;
    long signals;
    long grants;

    Job(String id, JobRequest request, Instant registered) {
        this.id = id;
        this.request = request;
        this.registered = registered;
        this.nextAtom = request.nextAtom();
    }

    String name() {
        return request.name();
    }

    boolean waiting() {
        return state == JobState.WAITING;
    }

    boolean awaited() {
        return waiting() && missed < MOST_MISSED;
    }
}
