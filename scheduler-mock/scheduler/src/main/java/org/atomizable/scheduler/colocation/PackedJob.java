package org.atomizable.scheduler.colocation;

import java.util.Optional;
import org.atomizable.api.Bytes;

/**
 * A job that wants a place.
 *
 * @param id of this job
 * @param name by which the interference matrix knows it; several jobs may have the same
 * @param weight how much its throughput counts; more than 0
 * @param memory the most that it needs
 * @param allowedLoss the share of its throughput alone that it may lose to others, from 0 to less than 1; empty if it has no guarantee
 */
record PackedJob(String id, String name, double weight, Bytes memory, Optional<Double> allowedLoss) {

    /** Rejects a weight that is none, and an allowed loss that is no share. */
    PackedJob {
        if (!(weight > 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException(
                    "job %s must have a finite weight of more than 0, was %s".formatted(id, weight));
        }
        if (allowedLoss.filter(it -> !(it >= 0 && it < 1)).isPresent()) {
            throw new IllegalArgumentException(
                    "job %s may be allowed to lose from 0 to less than 1 of its throughput, was %s"
                            .formatted(id, allowedLoss.get()));
        }
    }

    /** Makes a job without a guarantee. */
    static PackedJob of(String id, String name, double weight, Bytes memory) {
        return new PackedJob(id, name, weight, memory, Optional.empty());
    }

    /** Returns the same job with a guarantee. */
    PackedJob mayLose(double share) {
        return new PackedJob(id, name, weight, memory, Optional.of(share));
    }

    /** Returns whether it may run at that relative throughput. */
    boolean accepts(double throughput) {
        return allowedLoss.isEmpty() || throughput >= 1 - allowedLoss.get();
    }
}
