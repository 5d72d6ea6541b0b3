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

    /** Applies the function that belongs to this command. */
    <T> T match(Cases<T> cases);

    /**
     * A function for each kind of command, so that the compiler finds a kind that nobody handles.
     *
     * @param <T> what comes out
     */
    interface Cases<T> {

        /** For {@link Run}. */
        T run(Run command);

        /** For {@link Warm}. */
        T warm(Warm command);

        /** For {@link Straight}. */
        T straight(Straight command);

        /** For {@link Shrink}. */
        T shrink(Shrink command);

        /** For {@link Yield}. */
        T yieldSoon(Yield command);

        /** For {@link Exit}. */
        T exit(Exit command);
    }

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
    record Run(Job job, SliceKind kind, SubjobOrder subjob) implements WorkerCommand {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.run(this);
        }
    }

    /** Be as ready for a subjob of the job as this; what is held above it is dropped. Nothing is committed, and no fence is raised. */
    record Warm(Job job, Rung rung) implements WorkerCommand {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.warm(this);
        }
    }

    /** Run the whole job without interruption and without checkpoints. */
    record Straight(Job job) implements WorkerCommand {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.straight(this);
        }
    }

    /** Ask the job of the running subjob to give back memory at its next safe point. */
    record Shrink(Pressure pressure) implements WorkerCommand {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.shrink(this);
        }
    }

    /** Stop the running subjob at its next safe point. */
    record Yield() implements WorkerCommand {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.yieldSoon(this);
        }
    }

    /** End. */
    record Exit() implements WorkerCommand {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.exit(this);
        }
    }
}
