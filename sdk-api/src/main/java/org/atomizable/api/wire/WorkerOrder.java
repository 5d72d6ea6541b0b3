package org.atomizable.api.wire;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One line of a worker's orders.
 *
 * @param type {@code run}, {@code calibrate}, {@code straight}, {@code yield} or {@code exit}
 * @param job the name or class of the job's factory, or of the job
 * @param parameters of the job
 * @param store directory of its checkpoints, or place in an object store
 * @param owner the name of the job that owns that directory
 * @param kind the slice's kind
 * @param memoryScale what the job's own count of memory is multiplied by, on a simulated slice; null elsewhere
 * @param atoms for {@code calibrate}, how many
 * @param subjob for {@code run}
 * @param limitSeconds for {@code calibrate}, the longest that one step may take
 */
public record WorkerOrder(
        String type,
        @Nullable String job,
        @Nullable Map<String, String> parameters,
        @Nullable String store,
        @Nullable String owner,
        @Nullable String kind,
        @Nullable Double memoryScale,
        @Nullable Long atoms,
        @Nullable SubjobOrder subjob,
        @Nullable Double limitSeconds) {

    /** Makes an order without a limit. */
    public WorkerOrder(
            String type,
            @Nullable String job,
            @Nullable Map<String, String> parameters,
            @Nullable String store,
            @Nullable String owner,
            @Nullable String kind,
            @Nullable Double memoryScale,
            @Nullable Long atoms,
            @Nullable SubjobOrder subjob) {
        this(type, job, parameters, store, owner, kind, memoryScale, atoms, subjob, null);
    }
}
