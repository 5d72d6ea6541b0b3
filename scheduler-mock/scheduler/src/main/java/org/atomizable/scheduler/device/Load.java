package org.atomizable.scheduler.device;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * How busy a simulated node is with rigid jobs. Lengths are log-uniform: many are short and few are long.
 *
 * @param holes how long holes are before {@code doubling} tells
 * @param reservations how long reservations are, unless {@code openAtOnce} delays the opening of a slice
 * @param openAtOnce the largest number of slices with a hole at any one instant, 1 or more. MIG isolates memory and
 *     compute. A simulated slice is only as isolated as its CPU cores, so a machine with few cores should open few
 *     slices at once
 * @param doubling the time in which the holes double in length, up to {@value #MOST_DOUBLINGS} times, as on a node that becomes
 *     quieter towards the night; zero for a constant load
 */
public record Load(Lengths holes, Lengths reservations, int openAtOnce, Duration doubling) {

    /** Holes of 1.5 to 8 seconds between reservations of 1 to 5, at most two open at once. */
    public static final Load DEFAULT = new Load(
            new Lengths(Duration.ofMillis(1500), Duration.ofSeconds(8)),
            new Lengths(Duration.ofSeconds(1), Duration.ofSeconds(5)),
            2,
            Duration.ZERO);

    /** Holes of 20 seconds to 3 minutes between reservations of 5 to 30 seconds, in which a worker process can start and work. */
    public static final Load OF_PROCESSES = new Load(
            new Lengths(Duration.ofSeconds(20), Duration.ofMinutes(3)),
            new Lengths(Duration.ofSeconds(5), Duration.ofSeconds(30)),
            2,
            Duration.ZERO);

    /** One slice's hole must not become so long that those that open after it are thought to be gone. */
    private static final int MOST_DOUBLINGS = 4;

    /**
     * The lengths between which lengths are drawn.
     *
     * @param shortest more than 0
     * @param longest {@code shortest} or more
     */
    public record Lengths(Duration shortest, Duration longest) {

        /** Refuses lengths out of order. */
        public Lengths {
            if (shortest.isNegative() || shortest.isZero() || longest.compareTo(shortest) < 0) {
                throw new IllegalArgumentException(
                        "the shortest length must be more than 0 and at most the longest, was %s and %s"
                                .formatted(shortest, longest));
            }
        }

        Duration draw(SplittableRandom chance) {
            double factor = Math.pow((double) longest.toNanos() / shortest.toNanos(), chance.nextDouble());
            long nanos = Math.round(shortest.toNanos() * factor);
            return Duration.ofNanos(Math.min(nanos, longest.toNanos()));
        }
    }

    /** Refuses a negative doubling, and slices that never open. */
    public Load {
        if (doubling.isNegative()) {
            throw new IllegalArgumentException("holes double in no less than zero time, was " + doubling);
        }
        if (openAtOnce < 1) {
            throw new IllegalArgumentException("at least 1 slice must be allowed to open, was " + openAtOnce);
        }
    }

    /** Returns the same load with another number of slices open at once. */
    public Load withOpenAtOnce(int slices) {
        return new Load(holes, reservations, slices, doubling);
    }

    /** Returns the same load with holes that become twice as long in each such time. */
    public Load withDoubling(Duration each) {
        return new Load(holes, reservations, openAtOnce, each);
    }

    /** Returns by what factor holes are longer after so long. */
    double growth(Duration after) {
        return doubling.isZero()
                ? 1
                : Math.pow(2, Math.min(MOST_DOUBLINGS, (double) after.toNanos() / doubling.toNanos()));
    }
}
