package org.atomizable.scheduler.gpu;

import org.atomizable.scheduler.cluster.Placement;

/**
 * A place on a GPU whose instance is ours. Known by what stays the same when drivers, names and memory sizes change.
 *
 * @param gpu the GPU's UUID
 * @param profile the id of the instance's profile
 * @param start the first memory slice that it covers
 */
public record Owned(String gpu, int profile, int start) {

    static Owned of(String gpu, Placement place) {
        return new Owned(gpu, place.profile().id(), place.start());
    }

    /** Returns the place of an instance. */
    public static Owned of(GpuInstance instance) {
        return of(instance.gpu(), instance.place());
    }
}
