package org.atomizable.api;

import java.util.Optional;

/** Runs a loop to its end on its own thread, where no runtime does. */
final class StraightHost implements Run.Host {

    private final long total;

    StraightHost(JobSpec spec) {
        this.total = spec.totalAtoms().orElse(Long.MAX_VALUE);
    }

    /** Returns the runtime that hosts the loops of this thread; a straight run if there is none. */
    static Run.Host ofThisThread(JobSpec spec) {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group != null) {
            if (group instanceof Run.Host host) {
                return host;
            }
            group = group.getParent();
        }
        return new StraightHost(spec);
    }

    @Override
    public void declare(JobSpec spec) {}

    @Override
    public Optional<StateReader> begin() {
        return Optional.empty();
    }

    @Override
    public boolean turn(Run.SafePoint point) {
        return point.nextTurn() < total && !point.enough();
    }

    @Override
    public boolean takesResult() {
        return true;
    }

    @Override
    public void report(Metric metric) {}
}
