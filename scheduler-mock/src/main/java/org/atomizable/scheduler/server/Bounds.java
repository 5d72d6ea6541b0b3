package org.atomizable.scheduler.server;

import java.time.Duration;

/** The bounds on what clients may send and hold open. */
final class Bounds {

    /** Longest body of a request, in bytes. */
    static final int BODY = 64 * 1024;

    /** Jobs that wait or run at one time. */
    static final int JOBS = 1000;

    /** Event streams and long polls at one time, of all jobs together. */
    static final int STREAMS = 1000;

    /** Events kept for each job; a client that asks for older ones is given the oldest that are kept. */
    static final int EVENTS = 1000;

    /** Answers kept for repeated requests. */
    static final int REPEATS = 10_000;

    /** Longest idempotency key, in characters. */
    static final int KEY = 200;

    /** Longest wait of a long poll. */
    static final Duration WAIT = Duration.ofSeconds(30);

    /** A stream on which nothing happens for this long is sent a heartbeat. */
    static final Duration HEARTBEAT = Duration.ofSeconds(5);

    private Bounds() {}
}
