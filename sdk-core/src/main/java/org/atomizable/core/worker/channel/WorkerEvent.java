package org.atomizable.core.worker.channel;

import java.time.Duration;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.wire.StraightResult;
import org.atomizable.api.wire.WorkerReport;
import org.atomizable.core.worker.warm.Rung;

/** An event that a worker reports. */
public sealed interface WorkerEvent {

    /** The worker has started and takes commands. */
    record Ready() implements WorkerEvent {}

    /** A phase of the subjob begins. */
    record PhaseBegun(Phase phase) implements WorkerEvent {}

    /**
     * An atom is done.
     *
     * @param memory used by it; zero in a straight run, where it is not measured
     */
    record Progress(long nextAtom, Bytes memory) implements WorkerEvent {}

    /**
     * The job was asked to give back memory, and has.
     *
     * @param freed how much
     */
    record Shrunk(Bytes freed) implements WorkerEvent {}

    /**
     * How ready the worker is now.
     *
     * @param rung the rung that it is on
     * @param took how long it took to get there from the rung before; zero if it was there
     * @param held the memory of the slice that the job's instance holds
     */
    record Rested(Rung rung, Duration took, Bytes held) implements WorkerEvent {}

    /**
     * Where a subjob is that was asked to stop.
     *
     * @param place the line of the job's code
     * @param since for how long the subjob has been running
     */
    record Step(String place, Duration since) implements WorkerEvent {}

    /** The subjob has ended. */
    record Reported(WorkerReport report) implements WorkerEvent {}

    /** The straight run has ended. */
    record StraightDone(StraightResult result) implements WorkerEvent {}

    /**
     * The job's code ends the process; nothing comes after this.
     *
     * @param where the line of code that does it
     */
    record Exiting(String where) implements WorkerEvent {}

    /**
     * A command could not be carried out.
     *
     * @param kind whose fault it is
     * @param message what happened
     */
    record Failed(FailureKind kind, String message) implements WorkerEvent {}
}
