package org.atomizable.lab.simulate.schedule;

/**
 * A subjob as it ran: restore, atoms, checkpoint. All times are in seconds from the start of the simulation. If its slice failed, the time
 * of atoms that were lost counts as no part.
 *
 * @param task index of the task
 * @param slice index of the slice
 * @param from when the restore began
 * @param to when the checkpoint was committed; restore, work and checkpoint are not longer than the time from {@code from} to {@code to}
 * @param leasedUntil until when the slice was kept for the subjob; {@code to} or later
 * @param restoreSeconds time of the restore
 * @param workSeconds time in which atoms ran that count
 * @param checkpointSeconds time of the checkpoint
 * @param awarded when it was decided that the slice is the subjob's; {@code from} or earlier
 * @param stop why its atoms stopped
 * @param continued whether it went on without a restore; the time in which its worker proved that it could is {@code restoreSeconds}
 */
public record Execution(
        int task,
        int slice,
        double from,
        double to,
        double leasedUntil,
        double restoreSeconds,
        double workSeconds,
        double checkpointSeconds,
        double awarded,
        Stop stop,
        boolean continued) {

    /** Why the atoms of a subjob stopped. */
    public enum Stop {
        /** The task is finished, or as many atoms are done as were planned. */
        PLANNED,
        /** It was a first look, which is short on purpose and leaves the rest of its window to others. */
        FIRST_LOOK,
        /** A guard foresaw that time or memory would not suffice for another atom. */
        GUARD,
        /** The slice failed, or the subjob broke a limit. */
        LOST
    }

    private static final double ROUNDING = 1e-6;

    /** Refuses times that are reversed, and work that does not fit between start and end. */
    public Execution {
        if (!(from >= 0) || !(to >= from) || !(leasedUntil >= to) || leasedUntil == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("an execution must end after its start, was %s to %s, leased until %s"
                    .formatted(from, to, leasedUntil));
        }
        if (!(awarded <= from)) {
            throw new IllegalArgumentException(
                    "a slice must be awarded before it is used, was %s and %s".formatted(awarded, from));
        }
        if (!(restoreSeconds >= 0) || !(workSeconds >= 0) || !(checkpointSeconds >= 0)) {
            throw new IllegalArgumentException("restore, work and checkpoint must take 0 s or more, were %s, %s and %s"
                    .formatted(restoreSeconds, workSeconds, checkpointSeconds));
        }
        if (restoreSeconds + workSeconds + checkpointSeconds > to - from + ROUNDING * (1 + Math.abs(to))) {
            throw new IllegalArgumentException(
                    "restore, work and checkpoint of %s s do not fit into the time from %s to %s"
                            .formatted(restoreSeconds + workSeconds + checkpointSeconds, from, to));
        }
    }

    /** Returns the time of the restore and the checkpoint, in seconds. */
    public double overheadSeconds() {
        return restoreSeconds + checkpointSeconds;
    }
}
