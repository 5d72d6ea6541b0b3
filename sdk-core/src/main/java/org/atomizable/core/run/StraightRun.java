package org.atomizable.core.run;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Metric;
import org.atomizable.api.time.TimeSource;
import org.atomizable.checkpoint.StateDigest;

/**
 * A run of a whole job without interruption and without a checkpoint. Every atomized run must equal it.
 *
 * @param sha256 the SHA-256 of the final state, as in a checkpoint of it
 * @param atoms how many were run
 * @param took the time from before the first atom to after the last one
 * @param metric what the job achieved
 */
public record StraightRun(String sha256, long atoms, Duration took, Optional<Metric> metric) {

    /**
     * Runs a fresh instance of a job to its end.
     *
     * @param progress told the next atom after each
     * @throws Exception if the job fails
     */
    public static StraightRun of(JobSource source, TimeSource time, LongConsumer progress) throws Exception {
        try (Atomizable job = source.create()) {
            long began = time.nanos();
            boolean openEnded = job.spec().totalAtoms().isEmpty();
            long atoms = AtomLoop.run(job, 0, (running, next) -> {
                if (next > 0) {
                    progress.accept(next);
                }
                return openEnded ? !running.enough(next) : running.spec().atomsLeft(next) > 0;
            });
            Duration took = Duration.ofNanos(time.nanos() - began);
            StateDigest digest = new StateDigest();
            job.save(digest);
            return new StraightRun(digest.sha256(), atoms, took, job.evaluate());
        }
    }
}
