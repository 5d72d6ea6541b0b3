package org.atomizable.api.spi;

import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;

/** Runs one job's subjobs on one slice. Calls must not overlap, except for {@link #yieldSoon}, {@link #shrink}, {@link #freeze}, {@link
 * #thaw}, {@link #rank}, {@link #whereabouts} and {@link #kill}. */
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
     * Returns whether this worker has already run a subjob of this job, so that the next subjob has no first-time
     * costs.
     */
    default boolean isWarm() {
        return true;
    }

    /**
     * Returns what it cost to get this worker ready before its grant: samples of phases that are {@linkplain Phase#isBeforeGrant before
     * a grant}, each told once. Nothing if the launcher does not measure it.
     */
    default List<Sample> preparation() {
        return List.of();
    }

    /** Asks the running subjob to stop at its next safe point. */
    void yieldSoon();

    /**
     * Asks the job of the running subjob to give back memory at its next safe point, and tells {@link Progress#shrunk} then. Does
     * nothing if no subjob runs, or if this worker cannot ask.
     */
    default void shrink(Pressure pressure) {}

    /** Stops the worker's processes where they are, which frees no memory. Does nothing if this worker cannot. */
    default void freeze() {}

    /** Lets the worker's processes go on after {@link #freeze}. */
    default void thaw() {}

    /**
     * Tells the kernel how early to end this worker if the machine runs out of memory. Does nothing if that cannot be told.
     *
     * @param score from 0, late, to 1000, first
     */
    default void rank(int score) {}

    /**
     * Returns the line of the job's code that the running subjob is at, such as {@code com.example.Job.run(Job.java:31)}, if
     * that is known. A worker elsewhere may tell where it was when it was last asked to stop.
     */
    default Optional<String> whereabouts() {
        return Optional.empty();
    }

    /**
     * Returns the end of what the job has printed since its newest subjob began, as far as it is known here. A worker that has no log of
     * its own tells nothing.
     */
    default Optional<String> printed() {
        return Optional.empty();
    }

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

        /** Reports how much memory the job has given back because {@link Worker#shrink} asked it; zero if it has none to give. */
        default void shrunk(Bytes freed) {}
    }
}
