package org.atomizable.scheduler.cluster;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * A period of time, {@code [from, to)}.
 *
 * @param from its first instant
 * @param to the first instant after it; later than {@code from}
 */
public record Interval(Instant from, Instant to) {

    /** Refuses an empty interval. */
    public Interval {
        if (!from.isBefore(to)) {
            throw new IllegalArgumentException(
                    "an interval must end after it begins, was %s to %s".formatted(from, to));
        }
    }

    /** Returns the interval of that length from {@code from} on. */
    public static Interval of(Instant from, Duration length) {
        return new Interval(from, from.plus(length));
    }

    /** Returns the interval between the two instants, or nothing if that would be empty. */
    public static Optional<Interval> between(Instant from, Instant to) {
        return from.isBefore(to) ? Optional.of(new Interval(from, to)) : Optional.empty();
    }

    /** Returns how long it is. */
    public Duration length() {
        return Duration.between(from, to);
    }

    /** Returns how long it is, in nanoseconds. */
    public long nanos() {
        return from.until(to, ChronoUnit.NANOS);
    }

    /** Tells whether {@code instant} lies in it. */
    public boolean contains(Instant instant) {
        return !instant.isBefore(from) && instant.isBefore(to);
    }

    /** Tells whether the two have an instant in common. */
    public boolean overlaps(Interval other) {
        return from.isBefore(other.to) && other.from.isBefore(to);
    }

    /** Returns what the two have in common. */
    public Optional<Interval> within(Interval other) {
        return between(from.isAfter(other.from) ? from : other.from, to.isBefore(other.to) ? to : other.to);
    }
}
