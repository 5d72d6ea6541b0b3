package org.atomizable.api.window;

/**
 * The order of a job's grants: whoever holds a larger one has the job now, and all smaller ones have lost it.
 *
 * @param value 0 or more; strictly growing from grant to grant of one job
 */
public record FencingToken(long value) implements Comparable<FencingToken> {

    /** Older than every token a scheduler gives out: for work that needs no grant. */
    public static final FencingToken NONE = new FencingToken(0);

    /** Refuses a negative token. */
    public FencingToken {
        if (value < 0) {
            throw new IllegalArgumentException("a fencing token is never negative, was " + value);
        }
    }

    /** Tells whether this token has lost to {@code other}. */
    public boolean olderThan(FencingToken other) {
        return value < other.value;
    }

    @Override
    public int compareTo(FencingToken other) {
        return Long.compare(value, other.value);
    }
}
