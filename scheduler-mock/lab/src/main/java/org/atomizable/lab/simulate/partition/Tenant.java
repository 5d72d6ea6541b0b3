package org.atomizable.lab.simulate.partition;

/** A job on a GPU, and how much of it is left. */
final class Tenant {

    private static final double NEGLIGIBLE = 1e-9;

    private final PartitionJob job;
    private double left;
    private double standsUntil;
    private int slot;

    Tenant(PartitionJob job, int slot) {
        this.job = job;
        this.left = job.seconds();
        this.slot = slot;
    }

    PartitionJob job() {
        return job;
    }

    /** The instance of its GPU that it has; of no meaning while the GPU is shared. */
    int slot() {
        return slot;
    }

    void moveTo(int other) {
        slot = other;
    }

    void standUntil(double seconds) {
        standsUntil = Math.max(standsUntil, seconds);
    }

    boolean stands(double now) {
        return now < standsUntil;
    }

    /** Returns when it goes on or finishes, if nothing else happens. */
    double next(double now, double speed) {
        return stands(now) ? standsUntil : now + left / speed;
    }

    void advance(double seconds, double speed) {
        left -= seconds * speed;
    }

    boolean finished() {
        return left <= NEGLIGIBLE;
    }
}
