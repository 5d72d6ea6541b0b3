package org.atomizable.api.window;

/**
 * Orders the grants of a job. The worker with the largest token runs the job; workers with smaller tokens have lost it.
 *
 * @param value 0 or more; strictly increasing from grant to grant of one job
 */
public record FencingToken(long value) implements Comparable<FencingToken> {

    /** Older than every token that a scheduler issues. It is for work that needs no grant. */
    public static final FencingToken NONE = new FencingToken(0);

    /** Rejects a negative token. */
    public FencingToken {
        if (value < 0) {
            throw new IllegalArgumentException("a fencing token is never negative, was " + value);
        }
    }

    /** Returns whether this token is older than {@code other}. */
    public boolean olderThan(FencingToken other) {
        return value < other.value;
    }

    @Override
    public int compareTo(FencingToken other) {
        return Long.compare(value, other.value);
    }
}
