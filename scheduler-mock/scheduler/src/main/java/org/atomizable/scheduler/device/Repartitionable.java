package org.atomizable.scheduler.device;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.packing.Fit;
import org.atomizable.scheduler.packing.Room;

/** A slice source whose idle slices can be repartitioned while others are in use. Safe for use by several threads. */
public interface Repartitionable extends SliceSource {

    /** Returns the slices that its GPUs could be partitioned into, one of each kind and GPU, with the GPU's id. */
    List<Slice> possible();

    /**
     * Returns its GPUs for packing. An instance is idle only if it is not busy and belongs to this scheduler.
     *
     * @param busy ids of slices that must not be disturbed, each until when; {@link Instant#MAX} for good
     * @return empty during a repartition
     */
    List<Room> rooms(Map<String, Instant> busy);

    /** Returns the ids of the slices that a fit destroys. */
    Set<String> destroyed(Fit fit);

    /** Returns how long that is thought to take, by how long it took so far. */
    Duration takes(List<Fit> fits);

    /**
     * Starts a repartition, and returns at once. The slices that will be destroyed are reserved from now on; {@link #slices} shows the result.
     *
     * @param fits of rooms that were returned last, whose idle slices have stayed idle
     */
    void repartition(List<Fit> fits);

    /** Returns the repartitions so far. */
    Repartitions repartitions();

    /** Runs {@code told}, on another thread, whenever slices were created or destroyed. */
    void whenRepartitioned(Runnable told);
}
