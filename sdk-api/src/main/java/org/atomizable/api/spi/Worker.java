package org.atomizable.api.spi;

import java.time.Duration;
import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;

/** Runs one job's subjobs on one slice. One call at a time, except for {@link #yieldSoon} and {@link #kill}. */
public interface Worker extends AutoCloseable {

    /**
     * Runs a subjob from its restore to its checkpoint. Every failure of the job is an outcome in the report.
     *
     * @param progress told after atoms, on a thread of the worker's
     * @throws WorkerException if the worker ended without an answer
     * @throws InterruptedException if the waiting thread is interrupted; the worker is killed then
     */
    Report run(Subjob subjob, Progress progress) throws WorkerException, InterruptedException;

    /**
     * Runs the first atoms of a fresh job, saves and restores it, and throws the state away; touches no checkpoint.
     *
     * @param atoms how many at the least, 2 or more; more where they are quick
     * @return what was observed
     * @throws WorkerException if the worker or the job failed
     * @throws InterruptedException if the waiting thread is interrupted; the worker is killed then
     */
    List<Sample> calibrate(long atoms) throws WorkerException, InterruptedException;

    /**
     * Does the same, gives up where one step takes too long, and tells meanwhile what it does. A step is one atom, a save, a
     * restore, or the making of the job. Unless overridden it does neither.
     *
     * @param limit the longest that a step may take
     * @param steps told every few seconds
     * @throws WorkerException if the worker or the job failed; of kind {@link
     *     org.atomizable.api.subjob.FailureKind#STUCK} if a step took longer than {@code limit}
     * @throws InterruptedException if the waiting thread is interrupted; the worker is killed then
     */
    default List<Sample> calibrate(long atoms, Duration limit, Steps steps)
            throws WorkerException, InterruptedException {
        return calibrate(atoms);
    }

    /** Tells whether it has already run a subjob of this job, so that the next one meets nothing for the first time. */
    default boolean isWarm() {
        return true;
    }

    /** Asks the running subjob to stop at its next safe point. */
    void yieldSoon();

    /** Ends whatever runs, at once; nothing more is committed after this returns. The worker is of no use afterwards. */
    void kill();

    /** Gives the worker back to its launcher, which may keep it warm. */
    @Override
    void close();

    /** Hears how far a subjob has come. */
    @FunctionalInterface
    interface Progress {

        /** Tells that the next atom is {@code nextAtom}, and the memory used by the last one. */
        void at(long nextAtom, Bytes memory);

        /** Tells that a phase begins; of atoms only where the one before was in another phase. */
        default void entered(Phase phase) {}
    }

    /** Hears what a calibration is doing. */
    @FunctionalInterface
    interface Steps {

        /**
         * Tells what it does now.
         *
         * @param step such as "atom 3"
         * @param since for how long it has been at it
         */
        void at(String step, Duration since);
    }
}
