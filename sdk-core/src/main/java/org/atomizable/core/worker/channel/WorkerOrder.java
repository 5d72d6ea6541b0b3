package org.atomizable.core.worker.channel;

import java.util.Map;
import org.atomizable.api.wire.PressureMessage;
import org.atomizable.api.wire.SubjobOrder;
import org.jspecify.annotations.Nullable;

/**
 * One line that a worker receives. All kinds have one shape, as in {@link WorkerLine}.
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
record WorkerOrder(
        String type,
        @Nullable String job,
        @Nullable Map<String, String> parameters,
        @Nullable String store,
        @Nullable String owner,
        @Nullable String kind,
        @Nullable Double memoryScale,
        @Nullable SubjobOrder subjob,
        @Nullable PressureMessage pressure,
        @Nullable String rung) {}
