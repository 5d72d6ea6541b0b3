package org.atomizable.core.feasible;

/**
 * How much of a subjob may be overhead before it is too small to be worth a window.
 *
 * @param eta most share of the typical duration spent on restore and checkpoint, in (0, 1]
 */
public record Grain(double eta) {

    /** One part in ten. */
    public static final Grain DEFAULT = new Grain(0.10);

    /** Returns a grain of twice the overhead, so many times over. */
    public Grain loosened(int times) {
        return times == 0 ? this : new Grain(Math.min(1, eta * Math.pow(2, times)));
    }

    /** Refuses what is no share. */
    public Grain {
        if (!(eta > 0 && eta <= 1)) {
            throw new IllegalArgumentException("eta must lie in (0, 1], was " + eta);
        }
    }
}
