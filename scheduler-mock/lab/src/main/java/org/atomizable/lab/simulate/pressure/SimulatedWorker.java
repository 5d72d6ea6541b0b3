package org.atomizable.lab.simulate.pressure;

/** A job on a node, how far it is, and when its answer comes. Times are seconds. For one thread. */
final class SimulatedWorker {

    /** The state of its process. */
    enum Doing {
        RUNS,
        SAVES,
        WAITS,
        RESTORES,
        ENDED
    }

    final PressureJob job;
    final double started;
    private double done;
    private double saved;
    private int shrunk;
    private double changesAt = Double.POSITIVE_INFINITY;
    private double shrinksAt = Double.POSITIVE_INFINITY;
    private boolean frozen;
    private Doing doing = Doing.RUNS;

    SimulatedWorker(PressureJob job, double done, double now) {
        this.job = job;
        this.done = done;
        this.saved = done;
        this.started = now;
    }

    Doing doing() {
        return doing;
    }

    double changesAt() {
        return frozen ? Double.POSITIVE_INFINITY : changesAt;
    }

    double shrinksAt() {
        return shrinksAt;
    }

    int shrunk() {
        return shrunk;
    }

    double saved() {
        return saved;
    }

    boolean complete() {
        return done >= job.work();
    }

    double left() {
        return job.work() - done;
    }

    void become(Doing next, double until) {
        doing = next;
        changesAt = until;
    }

    void freeze(boolean yes) {
        frozen = yes;
    }

    void shrinkAt(double when) {
        shrinksAt = when;
    }

    void shrink() {
        shrunk = job.elastic();
        shrinksAt = Double.POSITIVE_INFINITY;
    }

    /** All that it did is saved. */
    void save() {
        saved = done;
    }

    /** Runs on; a checkpoint is taken whenever one is due. */
    void advance(double seconds) {
        if ((doing == Doing.RUNS || doing == Doing.SAVES) && !frozen) {
            done = Math.min(job.work(), done + seconds);
            if (done - saved >= job.interval()) {
                saved = done - (done - saved) % job.interval();
            }
        }
    }

    double unsaved() {
        return done - saved;
    }

    int holds(double now) {
        return switch (doing) {
            case RUNS, SAVES, RESTORES -> (job.spikes(now) ? job.peak() : job.plateau()) - shrunk;
            case WAITS, ENDED -> 0;
        };
    }
}
