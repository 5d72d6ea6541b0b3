package org.atomizable.lab.simulate.workload;

/**
 * A time in which a slice is reserved for others. Every scheduler knows all reservations in advance.
 *
 * @param from start in seconds, 0 or later
 * @param to end in seconds, later than the start and finite
 */
public record Reservation(double from, double to) {

    public Reservation {
        if (!(from >= 0) || !(to > from) || to == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(
                    "a reservation must end after its start, was %s to %s".formatted(from, to));
        }
    }
}
