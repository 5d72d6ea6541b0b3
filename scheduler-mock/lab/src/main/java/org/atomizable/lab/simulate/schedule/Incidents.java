package org.atomizable.lab.simulate.schedule;

/**
 * What went wrong in a run.
 *
 * @param memoryViolations subjobs that used more memory than their slice has
 * @param overruns subjobs that ran past the end of their window
 * @param wastedAtoms atoms that ran and had to run again
 */
public record Incidents(long memoryViolations, long overruns, long wastedAtoms) {

    /** Nothing went wrong. */
    public static final Incidents NONE = new Incidents(0, 0, 0);

    public Incidents {
        if (memoryViolations < 0 || overruns < 0 || wastedAtoms < 0) {
            throw new IllegalArgumentException("incidents must not be negative, were %d, %d and %d"
                    .formatted(memoryViolations, overruns, wastedAtoms));
        }
    }
}
