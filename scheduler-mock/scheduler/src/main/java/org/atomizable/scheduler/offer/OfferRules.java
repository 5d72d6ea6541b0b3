package org.atomizable.scheduler.offer;

import java.time.Duration;

/**
 * The rules by which holes are offered as windows.
 *
 * @param lead how long before its opening a window is announced, if it is known that early; not negative
 * @param shortest the minimum length of a window; more than 0
 * @param longest the length up to which a hole is offered whole; a longer hole is offered in pieces of it. Pieces are
 *     longer if the overhead of the jobs asks for it ({@link #suiting}); and if nobody wants pieces of this length, the
 *     pieces on that slice double in length each time
 * @param answers how long the scheduler waits for answers; more than 0
 * @param apart the minimum time between two announcements for one slice
 * @param afterLapse the pause before the rest of a window that everybody declined is announced again, unless another
 *     job has started to wait
 * @param audience how many jobs are asked at a time about one window, 1 or more; if more wait, those that were asked
 *     least recently
 */
public record OfferRules(
        Duration lead,
        Duration shortest,
        Duration longest,
        Duration answers,
        Duration apart,
        Duration afterLapse,
        int audience) {

    private static final int AUDIENCE = 32;
    private static final int MOST_GROWTH = 64;

    /** A sixtieth of a window is overhead: half an hour for jobs that take half a minute to start and stop. */
    private static final int TIMES_OVERHEAD = 60;

    /** Windows for longer overheads would be more than a day. */
    private static final Duration MOST_OVERHEAD = Duration.ofMinutes(30);

    /** 250 ms ahead, windows of 500 ms to 10 s, answers within 200 ms, 200 ms apart, 1 s after a lapse, 32 jobs asked. */
    public static final OfferRules DEFAULT = new OfferRules(
            Duration.ofMillis(250),
            Duration.ofMillis(500),
            Duration.ofSeconds(10),
            Duration.ofMillis(200),
            Duration.ofMillis(200),
            Duration.ofSeconds(1));

    /** Makes rules by which 32 jobs are asked at a time. */
    public OfferRules(
            Duration lead, Duration shortest, Duration longest, Duration answers, Duration apart, Duration afterLapse) {
        this(lead, shortest, longest, answers, apart, afterLapse, AUDIENCE);
    }

    /** Refuses negative times and rules under which nothing could be offered. */
    public OfferRules {
        if (lead.isNegative() || apart.isNegative() || afterLapse.isNegative()) {
            throw new IllegalArgumentException("lead, apart and after a lapse must not be negative, were %s, %s and %s"
                    .formatted(lead, apart, afterLapse));
        }
        if (shortest.isNegative() || shortest.isZero() || longest.compareTo(shortest) < 0) {
            throw new IllegalArgumentException(
                    "the shortest window must be more than 0 and at most the longest, was %s and %s"
                            .formatted(shortest, longest));
        }
        if (answers.isNegative() || answers.isZero()) {
            throw new IllegalArgumentException("the time to answer must be more than 0, was " + answers);
        }
        if (audience < 1) {
            throw new IllegalArgumentException("at least 1 job must be asked about a window, was " + audience);
        }
    }

    /** Returns the length that no window is ever longer than. */
    public Duration limit() {
        return longest.multipliedBy(MOST_GROWTH);
    }

    /** Returns the same rules with other bounds of a window's length. */
    public OfferRules withLengths(Duration shortest, Duration longest) {
        return new OfferRules(lead, shortest, longest, answers, apart, afterLapse, audience);
    }

    /**
     * Returns the same rules for jobs whose restore and checkpoint together take {@code overhead}. A window is then at
     * least {@value #TIMES_OVERHEAD} times as long where its hole is, so that overhead is a small part of it; it is not
     * shorter than the overhead, and what nobody wanted is announced again after that time.
     */
    public OfferRules suiting(Duration overhead) {
        Duration most = overhead.compareTo(MOST_OVERHEAD) < 0 ? overhead : MOST_OVERHEAD;
        return new OfferRules(
                lead,
                max(shortest, most),
                max(longest, most.multipliedBy(TIMES_OVERHEAD)),
                answers,
                apart,
                max(afterLapse, most),
                audience);
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    /** Returns the same rules with another time to answer. */
    public OfferRules withAnswers(Duration answers) {
        return new OfferRules(lead, shortest, longest, answers, apart, afterLapse, audience);
    }

    /** Returns the same rules with another number of jobs asked at a time. */
    public OfferRules withAudience(int jobs) {
        return new OfferRules(lead, shortest, longest, answers, apart, afterLapse, jobs);
    }
}
