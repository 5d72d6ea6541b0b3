package org.atomizable.scheduler.server.connection;

import java.time.Duration;

/** The bounds on what clients may send and hold open. */
public final class Bounds {

    /** Longest body of a request, in bytes. */
    public static final int BODY = 64 * 1024;

    /** Jobs that wait or run at one time. */
    public static final int JOBS = 5000;

    /** Event streams and long polls at one time, of all jobs together. */
    public static final int STREAMS = 5000;

    /** Connections at one time. */
    public static final int CONNECTIONS = 20_000;

    /**
     * A connection on which nothing moves for this long is closed; streams have heartbeats. Longer than the pools of usual proxies keep one:
     * who closes first must not be the server, since a request may be under way.
     */
    public static final Duration IDLE = Duration.ofMinutes(2);

    /** Longest time from a request's first byte to the end of its headers; a handshake of TLS included. */
    public static final Duration HEADERS_TIME = Duration.ofSeconds(10);

    /** Longest time from the end of a request's headers to the end of its body. */
    public static final Duration BODY_TIME = Duration.ofSeconds(20);

    /** Calls with one token, in the long run. */
    public static final int CALLS_PER_SECOND = 2000;

    /** Calls with one token that may come at one time. */
    public static final int CALLS_AT_ONCE = 10_000;

    /** Calls without a good token from one address, in the long run. */
    public static final int BAD_TOKENS_PER_SECOND = 5;

    /** Calls without a good token from one address that may come at one time. */
    public static final int BAD_TOKENS_AT_ONCE = 50;

    /** Events kept for each job; a client that asks for older ones is given the oldest that are kept. */
    public static final int EVENTS = 200;

    /** Windows among them: those before are long over. */
    public static final int WINDOWS = 50;

    /** Answers kept for repeated requests. */
    public static final int REPEATS = 10_000;

    /** Longest number of an event, in digits. */
    public static final int EVENT_NUMBER = 19;

    /** Longest idempotency key, in characters. */
    public static final int KEY = 200;

    /** Longest wait of a long poll. */
    public static final Duration WAIT = Duration.ofSeconds(30);

    /** A stream on which nothing happens for this long is sent a heartbeat. */
    public static final Duration HEARTBEAT = Duration.ofSeconds(5);

    private Bounds() {}
}
