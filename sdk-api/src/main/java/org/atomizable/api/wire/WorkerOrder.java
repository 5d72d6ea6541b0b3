package org.atomizable.api.wire;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One line that a worker receives.
 *
 * @param type {@code run}, {@code warm}, {@code straight}, {@code shrink}, {@code yield} or {@code exit}
 * @param parameters the job's parameters
 * @param store the directory of its checkpoints, or a location in an object store
 * @param owner the name of the job that owns the store
 * @param memoryScale the factor by which the job's own count of memory is multiplied, on a simulated slice; null on
 *     other slices
 * @param subjob for {@code run}
 * @param pressure for {@code shrink}
 * @param rung for {@code warm}, how ready the worker shall be: {@code engine} or {@code loaded}
 */
public record WorkerOrder(
        String type,
        @Nullable String job,
        @Nullable Map<String, String> parameters,
        @Nullable String store,
        @Nullable String owner,
        @Nullable String kind,
        @Nullable Double memoryScale,
        @Nullable SubjobOrder subjob,
        @Nullable PressureMessage pressure,
        @Nullable String rung) {

    /** Creates an order that names no rung. */
    public WorkerOrder(
            String type,
            @Nullable String job,
            @Nullable Map<String, String> parameters,
            @Nullable String store,
            @Nullable String owner,
            @Nullable String kind,
            @Nullable Double memoryScale,
            @Nullable SubjobOrder subjob,
            @Nullable PressureMessage pressure) {
        this(type, job, parameters, store, owner, kind, memoryScale, subjob, pressure, null);
    }

    /** Creates an order that does not ask for memory. */
    public WorkerOrder(
            String type,
            @Nullable String job,
            @Nullable Map<String, String> parameters,
            @Nullable String store,
            @Nullable String owner,
            @Nullable String kind,
            @Nullable Double memoryScale,
            @Nullable SubjobOrder subjob) {
        this(type, job, parameters, store, owner, kind, memoryScale, subjob, null);
    }
}
