package org.atomizable.core.report;

import java.time.Duration;
import java.util.Locale;

/**
 * An atom whose worker was stopped before the atom ended.
 *
 * @param atom its number
 * @param atLeast how long it had been running
 * @param usual how long an atom of this job usually takes; zero if unknown
 * @param times how many tries were stopped when it had run hardly longer than that; 1 or more
 */
public record CutOff(long atom, Duration atLeast, Duration usual, int times) {

    /** One that was stopped once. */
    public CutOff(long atom, Duration atLeast, Duration usual) {
        this(atom, atLeast, usual, 1);
    }

    /** Returns the same after one more try that was hardly longer. */
    public CutOff again() {
        return new CutOff(atom, atLeast, usual, times + 1);
    }

    /** Says it to a person. */
    public String words() {
        return usual.isZero()
                ? String.format(Locale.ROOT, "Atom %d was stopped after %.1f s", atom, atLeast.toMillis() / 1e3)
                : String.format(
                        Locale.ROOT,
                        "Atom %d was stopped after %.1f s, where an atom usually takes %.3g s",
                        atom,
                        atLeast.toMillis() / 1e3,
                        usual.toNanos() / 1e9);
    }

    /** Returns how many usual atoms would have fitted into its time; 0 if unknown. */
    double timesUsual() {
        return usual.isZero() ? 0 : (double) atLeast.toNanos() / usual.toNanos();
    }
}
