package org.atomizable.lab.simulate.workload;

/**
 * A time in which a slice is not reserved.
 *
 * @param from start in seconds, 0 or later
 * @param to end in seconds, later than the start; positive infinity after the last reservation
 */
public record Hole(double from, double to) {

    public Hole {
        if (!(from >= 0) || !(to > from)) {
            throw new IllegalArgumentException("a hole must end after its start, was %s to %s".formatted(from, to));
        }
    }

    /** Returns the length of the part that lies before a time, in seconds. */
    public double secondsBefore(double time) {
        return Math.max(0, Math.min(to, time) - from);
    }
}
