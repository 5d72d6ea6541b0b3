package org.atomizable.scheduler.packing;

import java.time.Duration;
import java.util.List;
import org.atomizable.scheduler.cluster.Placement;

/**
 * A way to have an instance.
 *
 * @param room the GPU
 * @param place where the instance is, or comes to be
 * @param destroyed idle instances that go for it
 * @param created whether it must be created
 */
public record Fit(Room room, Placement place, List<Placement> destroyed, boolean created) {

    /** Copies the list. */
    public Fit {
        destroyed = List.copyOf(destroyed);
    }

    /** Returns how long the change takes, one operation after another. */
    public Duration takes(Duration creation, Duration destruction) {
        return destruction.multipliedBy(destroyed.size()).plus(created ? creation : Duration.ZERO);
    }

    /** Returns how many operations it takes. */
    int actions() {
        return destroyed.size() + (created ? 1 : 0);
    }
}
