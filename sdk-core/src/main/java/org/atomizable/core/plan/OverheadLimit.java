package org.atomizable.core.plan;

import org.atomizable.api.subjob.Mode;

/**
 * The largest share of a subjob that may be overhead. A subjob with more is not worth its window.
 *
 * @param eta the largest share of the typical duration that restore and checkpoint may take, in (0, 1]
 */
public record OverheadLimit(double eta) {

    private static final int TIMES_IN_SIGNALS = 5;

    /** One part in ten. */
    public static final OverheadLimit DEFAULT = new OverheadLimit(0.10);

    /** Returns a limit with twice the overhead, doubled {@code times} times. */
    public OverheadLimit loosened(int times) {
        return times == 0 ? this : new OverheadLimit(Math.min(1, eta * Math.pow(2, times)));
    }

    /**
     * Returns the limit for a subjob that takes a whole window. Where holes are short, a job that declines gets nothing better for it, and
     * the slice is idle: a signal may have {@value #TIMES_IN_SIGNALS} times as much, by default as much overhead as work. A bid declares its
     * overhead, and loses to bids that make more of the window, so it may have twice as much.
     */
    public OverheadLimit forWholeWindow(Mode mode) {
        return switch (mode) {
            case SJA -> new OverheadLimit(Math.min(1, TIMES_IN_SIGNALS * eta));
            case JASDA -> loosened(1);
        };
    }

    /** Refuses what is no share. */
    public OverheadLimit {
        if (!(eta > 0 && eta <= 1)) {
            throw new IllegalArgumentException("eta must lie in (0, 1], was " + eta);
        }
    }
}
