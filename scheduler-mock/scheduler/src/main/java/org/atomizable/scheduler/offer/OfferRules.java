package org.atomizable.scheduler.offer;

import java.time.Duration;

/**
 * The rules by which holes are offered as windows.
 *
 * @param lead how long before its opening a window is announced, if it is known that early; not negative
 * @param lengths the bounds of a window's length
 * @param inquiry how jobs are asked about a window
 * @param pauses the minimum times between announcements for one slice
 */
public record OfferRules(Duration lead, Lengths lengths, Inquiry inquiry, Pauses pauses) {

    private static final int MOST_GROWTH = 64;

    /** A sixtieth of a window is overhead: half an hour for jobs that take half a minute to start and stop. */
    private static final int TIMES_OVERHEAD = 60;

    /** Windows for longer overheads would be more than a day. */
    private static final Duration MOST_OVERHEAD = Duration.ofMinutes(30);

    /** 250 ms ahead, windows of 500 ms to 10 s, answers within 200 ms, 200 ms apart, 1 s after a lapse, 32 jobs asked. */
    public static final OfferRules DEFAULT = new OfferRules(
            Duration.ofMillis(250),
            new Lengths(Duration.ofMillis(500), Duration.ofSeconds(10)),
            Inquiry.within(Duration.ofMillis(200)),
            new Pauses(Duration.ofMillis(200), Duration.ofSeconds(1)));

    /**
     * The bounds of a window's length.
     *
     * @param shortest the minimum length of a window; more than 0
     * @param longest the length up to which a hole is offered whole; a longer hole is offered in pieces of it. Pieces are
     *     longer if the overhead of the jobs asks for it ({@link OfferRules#suiting}); and if nobody wants pieces of this
     *     length, the pieces on that slice double in length each time
     */
    public record Lengths(Duration shortest, Duration longest) {

        /** Refuses bounds within which nothing could be offered. */
        public Lengths {
            if (shortest.isNegative() || shortest.isZero() || longest.compareTo(shortest) < 0) {
                throw new IllegalArgumentException(
                        "the shortest window must be more than 0 and at most the longest, was %s and %s"
                                .formatted(shortest, longest));
            }
        }
    }

    /**
     * How jobs are asked about a window.
     *
     * @param answers how long the scheduler waits for answers; more than 0
     * @param audience how many jobs are asked at a time about one window, 1 or more; if more wait, those that were asked
     *     least recently
     */
    public record Inquiry(Duration answers, int audience) {

        private static final int AUDIENCE = 32;

        /** Refuses no time to answer, and an inquiry of nobody. */
        public Inquiry {
            if (answers.isNegative() || answers.isZero()) {
                throw new IllegalArgumentException("the time to answer must be more than 0, was " + answers);
            }
            if (audience < 1) {
                throw new IllegalArgumentException("at least 1 job must be asked about a window, was " + audience);
            }
        }

        /** Returns an inquiry of 32 jobs at a time. */
        public static Inquiry within(Duration answers) {
            return new Inquiry(answers, AUDIENCE);
        }
    }

    /**
     * The minimum times between announcements for one slice.
     *
     * @param apart the minimum time between two announcements
     * @param afterLapse the pause before the rest of a window that everybody declined is announced again, unless another
     *     job has started to wait
     */
    public record Pauses(Duration apart, Duration afterLapse) {

        /** Refuses negative times. */
        public Pauses {
            if (apart.isNegative() || afterLapse.isNegative()) {
                throw new IllegalArgumentException(
                        "apart and after a lapse must not be negative, were %s and %s".formatted(apart, afterLapse));
            }
        }
    }

    /** Refuses a negative time. */
    public OfferRules {
        if (lead.isNegative()) {
            throw new IllegalArgumentException("lead must not be negative, was " + lead);
        }
    }

    /** Returns the length that no window is ever longer than. */
    public Duration limit() {
        return lengths.longest().multipliedBy(MOST_GROWTH);
    }

    /** Returns the same rules with other bounds of a window's length. */
    public OfferRules withLengths(Duration shortest, Duration longest) {
        return new OfferRules(lead, new Lengths(shortest, longest), inquiry, pauses);
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
                new Lengths(max(lengths.shortest(), most), max(lengths.longest(), most.multipliedBy(TIMES_OVERHEAD))),
                inquiry,
                new Pauses(pauses.apart(), max(pauses.afterLapse(), most)));
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    /** Returns the same rules with another time to answer. */
    public OfferRules withAnswers(Duration answers) {
        return new OfferRules(lead, lengths, new Inquiry(answers, inquiry.audience()), pauses);
    }

    /** Returns the same rules with another number of jobs asked at a time. */
    public OfferRules withAudience(int jobs) {
        return new OfferRules(lead, lengths, new Inquiry(inquiry.answers(), jobs), pauses);
    }
}
