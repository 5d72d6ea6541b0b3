package org.atomizable.api;

import java.util.Optional;
import java.util.ServiceLoader;

/** Runs a loop to its end on its own thread, where no runtime does. */
final class StraightHost implements Run.Host {

    private final long total;

    StraightHost(JobSpec spec) {
        this.total = spec.totalAtoms().orElse(Long.MAX_VALUE);
    }

    /** Returns the runtime that hosts the loops of this thread; if there is none, a straight run. */
    static Run.Host ofThisThread(JobSpec spec) {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group != null) {
            if (group instanceof Run.Host host) {
                return host;
            }
            group = group.getParent();
        }
        OneLoop.declare(spec);
        return Run.Host.checkpoints().map(StraightHost::withCheckpoints).orElseGet(() -> new StraightHost(spec));
    }

    private static Run.Host withCheckpoints(String location) {
        return ServiceLoader.load(Run.Host.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "checkpoints are wanted in %s, but no library on the class path writes them: add sdk-core, or unset ATOMIZABLE_CHECKPOINTS"
                                .formatted(location)));
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
