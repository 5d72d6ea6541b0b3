package org.atomizable.api.spi;

import java.time.Duration;
import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;

/** Runs one job's subjobs on one slice. Calls must not overlap, except for {@link #yieldSoon} and {@link #kill}. */
public interface Worker extends AutoCloseable {

    /**
     * Runs a subjob from its restore to its checkpoint. Every failure of the job appears in the report as an outcome.
     *
     * @param progress called after atoms, on a thread of the worker
     * @throws WorkerException if the worker ended without a report
     * @throws InterruptedException if the waiting thread is interrupted; the worker is then killed
     */
    Report run(Subjob subjob, Progress progress) throws WorkerException, InterruptedException;

    /**
     * Runs the first atoms of a new job, saves and restores it, and discards the state. It never touches the job's
     * checkpoints.
     *
     * @param atoms the minimum number of atoms, 2 or more; the worker runs more if they are fast
     * @return the observations
     * @throws WorkerException if the worker or the job failed
     * @throws InterruptedException if the waiting thread is interrupted; the worker is then killed
     */
    List<Sample> calibrate(long atoms) throws WorkerException, InterruptedException;

    /**
     * Does the same with a limit on each step, and reports each step. A step is one atom, a save, a restore, or the
     * creation of the job. The default implementation ignores the limit and reports nothing.
     *
     * @param limit the longest time that a step may take
     * @param steps called every few seconds
     * @throws WorkerException if the worker or the job failed; of kind {@link
     *     org.atomizable.api.subjob.FailureKind#STUCK} if a step took longer than {@code limit}
     * @throws InterruptedException if the waiting thread is interrupted; the worker is then killed
     */
    default List<Sample> calibrate(long atoms, Duration limit, Steps steps)
            throws WorkerException, InterruptedException {
        return calibrate(atoms);
    }

    /**
     * Returns whether this worker has already run a subjob of this job, so that the next subjob has no first-time
     * costs.
     */
    default boolean isWarm() {
        return true;
    }

    /** Asks the running subjob to stop at its next safe point. */
    void yieldSoon();

    /**
     * Ends the running subjob at once. Nothing more is committed after this returns. The worker cannot be used again.
     */
    void kill();

    /** Returns the worker to its launcher, which may keep it warm. */
    @Override
    void close();

    /** Receives the progress of a subjob. */
    @FunctionalInterface
    interface Progress {

        /** Reports the number of the next atom, and the memory that the last one used. */
        void at(long nextAtom, Bytes memory);

        /** Reports that a phase begins. For atoms it is called only if the previous atom was in another phase. */
        default void entered(Phase phase) {}
    }

    /** Receives the progress of a calibration. */
    @FunctionalInterface
    interface Steps {

        /**
         * Reports the current step.
         *
         * @param step the step, such as "atom 3"
         * @param since how long it has been running
         */
        void at(String step, Duration since);
    }
}
