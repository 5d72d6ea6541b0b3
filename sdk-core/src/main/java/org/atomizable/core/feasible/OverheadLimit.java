package org.atomizable.core.feasible;

/**
 * The largest share of a subjob that may be overhead. A subjob with more is not worth its window.
 *
 * @param eta the largest share of the typical duration that restore and checkpoint may take, in (0, 1]
 */
public record OverheadLimit(double eta) {

    /** One part in ten. */
    public static final OverheadLimit DEFAULT = new OverheadLimit(0.10);

    /** Returns a limit with twice the overhead, doubled {@code times} times. */
    public OverheadLimit loosened(int times) {
        return times == 0 ? this : new OverheadLimit(Math.min(1, eta * Math.pow(2, times)));
    }

    /** Refuses what is no share. */
    public OverheadLimit {
        if (!(eta > 0 && eta <= 1)) {
            throw new IllegalArgumentException("eta must lie in (0, 1], was " + eta);
        }
    }
}
