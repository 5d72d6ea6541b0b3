package org.atomizable.scheduler.colocation;

/**
 * How many times as long a job's work takes beside others as alone.
 *
 * @param expected what the matrix says; 1 or more
 * @param upper the end of its 95 % interval where jobs are slower; at least {@code expected}. Where the error is not known, the expected
 *     value
 */
public record Slowdown(double expected, double upper) {

    /** A job that nobody slows down, as far as is known. */
    public static final Slowdown NONE = new Slowdown(1, 1);

    /** Rejects a slowdown below 1, and an interval that does not hold it. */
    public Slowdown {
        if (!(expected >= 1) || !(upper >= expected) || Double.isInfinite(upper)) {
            throw new IllegalArgumentException(
                    "a slowdown is 1 or more and at most its bound, was %s to %s".formatted(expected, upper));
        }
    }

    static Slowdown of(RelativeThroughput throughput) {
        double expected = Math.max(1, 1 / throughput.value());
        return new Slowdown(expected, throughput.low() > 0 ? Math.max(expected, 1 / throughput.low()) : expected);
    }

    /** Returns the slowdown by two neighbours, each of which slows the job down as if the other were not there. */
    Slowdown times(Slowdown other) {
        return new Slowdown(expected * other.expected, upper * other.upper);
    }
}
