package org.atomizable.core.worker.channel;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.wire.SubjobOrder;
import org.atomizable.core.worker.warm.Rung;

/** A command to a worker. */
public sealed interface WorkerCommand {

    /**
     * A job, and where its checkpoints are.
     *
     * @param name the name or class of the job's factory, or of the job
     * @param store location of the job's checkpoints, as text
     * @param owner the name of the job that owns the store
     * @param memoryScale what the job's own count of memory is multiplied by, on a simulated slice; empty to measure the
     *     process
     */
    record Job(String name, Map<String, String> parameters, String store, String owner, Optional<Double> memoryScale) {

        /** Copies the parameters; their order stays. */
        public Job {
            parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        }
    }

    /** Run a subjob, and report. */
    record Run(Job job, SliceKind kind, SubjobOrder subjob) implements WorkerCommand {}

    /** Be as ready for a subjob of the job as this; what is held above it is dropped. Nothing is committed, and no fence is raised. */
    record Warm(Job job, Rung rung) implements WorkerCommand {}

    /** Run the whole job without interruption and without checkpoints. */
    record Straight(Job job) implements WorkerCommand {}

    /** Ask the job of the running subjob to give back memory at its next safe point. */
    record Shrink(Pressure pressure) implements WorkerCommand {}

    /** Stop the running subjob at its next safe point. */
    record Yield() implements WorkerCommand {}

    /** End. */
    record Exit() implements WorkerCommand {}
}
