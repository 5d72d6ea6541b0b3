package org.atomizable.lab.faults;

import java.util.Locale;

/**
 * An invariant was broken.
 *
 * @param seconds since the beginning of the simulation
 */
record Violation(Invariant invariant, double seconds, String what) {

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s at %.3f s: %s", invariant.word(), seconds, what);
    }
}
