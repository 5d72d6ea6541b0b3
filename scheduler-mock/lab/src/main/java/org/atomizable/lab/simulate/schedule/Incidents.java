package org.atomizable.lab.simulate.schedule;

/**
 * The incidents of a run.
 *
 * @param memoryViolations subjobs that used more memory than their slice has
 * @param overruns subjobs that ran past the end of their window
 * @param wastedAtoms atoms that ran and had to run again
 * @param failures subjobs whose slice failed under them
 * @param lateRestores subjobs that handed their slice back before an atom had begun, while their worker was still restoring; the slice may
 *     have been given to another one by then
 * @param rejectedThoughRunnable offers that a waiting job refused although an atom, with restore and checkpoint, would have fitted; of a
 *     central scheduler there are none
 */
public record Incidents(
        long memoryViolations,
        long overruns,
        long wastedAtoms,
        long failures,
        long lateRestores,
        long rejectedThoughRunnable) {

    /** Nothing went wrong. */
    public static final Incidents NONE = new Incidents(0, 0, 0, 0, 0, 0);

    public Incidents {
        if (Math.min(Math.min(memoryViolations, overruns), wastedAtoms) < 0
                || Math.min(Math.min(failures, lateRestores), rejectedThoughRunnable) < 0) {
            throw new IllegalArgumentException("incidents must not be negative, were %s, %s, %s, %s, %s and %s"
                    .formatted(
                            memoryViolations, overruns, wastedAtoms, failures, lateRestores, rejectedThoughRunnable));
        }
    }
}
