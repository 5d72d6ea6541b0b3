package org.atomizable.lab.bench;

/** The costs of a door above those of the interface: by shares of an atom with work, and by the time of an empty one. */
final class Costs {

    private final int door;
    private final Ratios shares = new Ratios();
    private final Ratios nanos = new Ratios();

    Costs(int door) {
        this.door = door;
    }

    void add(double[] working, double[] empty) {
        shares.add(working[door] / working[Doors.INTERFACE] - 1);
        nanos.add(empty[door] - empty[Doors.INTERFACE]);
    }

    /** Returns what it adds to an atom, as a share of the interface's. */
    Ratios shares() {
        return shares;
    }

    /** Returns what it adds to an empty atom, in nanoseconds. */
    Ratios nanos() {
        return nanos;
    }
}
