package org.atomizable.scheduler.server;

import java.util.function.BooleanSupplier;

/**
 * Whether the scheduler can do its work now: it has recovered, can write its journal and does not shut down. Being alive is
 * less. Safe for use by several threads.
 */
final class Readiness {

    private enum Phase {
        STARTING,
        SERVING,
        STOPPING
    }

    private final BooleanSupplier stuck;
    private volatile Phase phase = Phase.STARTING;

    /**
     * Makes one of a scheduler that starts.
     *
     * @param stuck tells whether the journal cannot be written at present
     */
    Readiness(BooleanSupplier stuck) {
        this.stuck = stuck;
    }

    public void started() {
        phase = Phase.SERVING;
    }

    public void stopping() {
        phase = Phase.STOPPING;
    }

    /** Says why not, unless it is ready. */
    void require() throws ProblemException {
        switch (phase) {
            case STARTING -> throw notReady("starting", "The scheduler has not recovered yet. Ask again in a second.");
            case STOPPING -> throw notReady("shutting-down", "The scheduler shuts down. Ask again after its restart.");
            case SERVING -> {
                if (stuck.getAsBoolean()) {
                    throw notReady(
                            "not-written",
                            "The scheduler cannot write its journal. Make room on its disk; it goes on by itself.");
                }
            }
        }
    }

    private static ProblemException notReady(String name, String detail) {
        return new ProblemException(503, name, detail);
    }
}
