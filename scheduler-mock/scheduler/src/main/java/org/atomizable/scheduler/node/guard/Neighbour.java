package org.atomizable.scheduler.node.guard;

import java.util.Optional;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.node.airlock.Worth;

/**
 * A job that runs on a GPU beside others.
 *
 * @param job its id
 * @param kind what the interference matrix calls it
 * @param slice the kind of slice that it runs on
 * @param allowedLoss the share of its throughput alone that it may lose; empty if it has no guarantee
 * @param worth of equal disturbers, the one of less worth gives way
 */
public record Neighbour(String job, String kind, SliceKind slice, Optional<Double> allowedLoss, Worth worth) {

    /** Rejects an allowed loss that is no share. */
    public Neighbour {
        if (allowedLoss.filter(it -> !(it >= 0 && it < 1)).isPresent()) {
            throw new IllegalArgumentException("job %s may lose from 0 to less than 1 of its throughput, was %s"
                    .formatted(job, allowedLoss.get()));
        }
    }

    /** Returns whether it may be slowed down so much. */
    boolean bears(double slowdown) {
        return allowedLoss.isEmpty() || slowdown <= 1 / (1 - allowedLoss.get()) + 1e-9;
    }
}
