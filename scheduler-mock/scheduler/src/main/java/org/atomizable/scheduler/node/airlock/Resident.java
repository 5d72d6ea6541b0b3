package org.atomizable.scheduler.node.airlock;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;

/**
 * A job with a worker on the node.
 *
 * @param job its id
 * @param worth how valuable it is
 * @param since when it came
 * @param memory what it uses, may use, and can give back
 * @param departure how it can leave the node
 */
public record Resident(String job, Worth worth, Instant since, ResidentMemory memory, Departure departure) {

    /**
     * How a job can leave the node.
     *
     * @param safePoint how long it usually takes to the next safe point and through the checkpoint there; 0 or more
     * @param movable whether another node may take it: it has a checkpoint, is no member of a gang, and the move costs less
     *     than a new start
     */
    public record Departure(Duration safePoint, boolean movable) {}

    /**
     * The order in which residents have to give way: least worth first; of equal worth the one that frees most, and of
     * those the one that came last.
     */
    public static final Comparator<Resident> VICTIMS = Comparator.comparing(Resident::worth)
            .thenComparing(Comparator.<Resident>comparingLong(it -> it.memory().reclaimableBytes())
                    .reversed())
            .thenComparing(Comparator.comparing(Resident::since).reversed())
            .thenComparing(Resident::job);

    /** Refuses a resident without a name, and a negative time. */
    public Resident {
        if (job.isBlank() || departure.safePoint().isNegative()) {
            throw new IllegalArgumentException(
                    "a resident needs a name and a time of 0 or more to its safe point, was \"%s\" with %s"
                            .formatted(job, departure.safePoint()));
        }
    }
}
