package org.atomizable.core.worker.channel;

import java.util.Map;
import org.atomizable.api.wire.PressureMessage;
import org.atomizable.api.wire.SubjobOrder;
import org.atomizable.core.wire.ToWire;
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
        @Nullable String rung) {

    /** Puts a command into its wire form. */
    static WorkerOrder of(WorkerCommand command) {
        if (command instanceof WorkerCommand.Run it) {
            return of("run", it.job(), it.kind().name(), it.subjob(), null);
        }
        if (command instanceof WorkerCommand.Warm it) {
            return of("warm", it.job(), null, null, it.rung().word());
        }
        if (command instanceof WorkerCommand.Straight it) {
            return of("straight", it.job(), null, null, null);
        }
        if (command instanceof WorkerCommand.Shrink it) {
            return ofNoJob("shrink", ToWire.pressure(it.pressure()));
        }
        if (command instanceof WorkerCommand.Yield) {
            return ofNoJob("yield", null);
        }
        if (command instanceof WorkerCommand.Exit) {
            return ofNoJob("exit", null);
        }
        throw new IllegalArgumentException("no order is known for " + command);
    }

    private static WorkerOrder ofNoJob(String type, @Nullable PressureMessage pressure) {
        return new WorkerOrder(type, null, null, null, null, null, null, null, pressure, null);
    }

    private static WorkerOrder of(
            String type,
            WorkerCommand.Job job,
            @Nullable String kind,
            @Nullable SubjobOrder subjob,
            @Nullable String rung) {
        return new WorkerOrder(
                type,
                job.name(),
                job.parameters(),
                job.store(),
                job.owner(),
                kind,
                job.memoryScale().orElse(null),
                subjob,
                null,
                rung);
    }
}
