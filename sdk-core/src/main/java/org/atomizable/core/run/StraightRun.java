package org.atomizable.core.run;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Metric;
import org.atomizable.api.time.TimeSource;
import org.atomizable.checkpoint.StateDigest;

/**
 * An uninterrupted run of a whole job, with no checkpoint: what every atomized run must equal.
 *
 * @param sha256 of the final state, as a checkpoint of it would have
 * @param atoms how many were run
 * @param took from before the first atom to after the last
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
            long next = 0;
            boolean openEnded = job.spec().totalAtoms().isEmpty();
            while (openEnded ? !job.enough(next) : job.spec().atomsLeft(next) > 0) {
                job.run(next);
                next++;
                progress.accept(next);
            }
            Duration took = Duration.ofNanos(time.nanos() - began);
            StateDigest digest = new StateDigest();
            job.save(digest);
            return new StraightRun(digest.sha256(), next, took, job.evaluate());
        }
    }
}
