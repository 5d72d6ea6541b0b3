package org.atomizable.scheduler.device;

import java.time.Duration;

/**
 * The number of repartitions, and their cost.
 *
 * @param created instances that were created
 * @param destroyed idle instances that were destroyed
 * @param failed creations and destructions that a driver refused
 * @param took the total time in which a repartition was in progress
 */
public record Repartitions(long created, long destroyed, long failed, Duration took) {

    static final Repartitions NONE = new Repartitions(0, 0, 0, Duration.ZERO);

    /** Returns the mean time of one operation; there must have been at least one. */
    Duration each() {
        return took.dividedBy(created + destroyed + failed);
    }

    boolean none() {
        return created + destroyed + failed == 0;
    }

    Repartitions plus(long createdMore, long destroyedMore, long failedMore, Duration tookMore) {
        return new Repartitions(
                created + createdMore, destroyed + destroyedMore, failed + failedMore, took.plus(tookMore));
    }
}
