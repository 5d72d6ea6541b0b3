package org.atomizable.lab.simulate.figure;

import java.util.Set;

/** The kinds of schedulers. */
public enum Family {
    /** A market of this project. */
    MARKET("market"),
    /** Runs a job whole, in one hole: backfill and first fit. */
    RIGID("runs a job whole"),
    /** Runs a job in parts that the job requests: chains and Slurm's {@code --time-min}. */
    REQUEUE("requeues jobs"),
    /** One scheduler that knows the work of each job and cuts it as it likes. */
    CENTRAL("central, knows all work"),
    /** Not a scheduler: no schedule is better. */
    BOUND("bound");

    private static final Set<String> BOUNDS = Set.of("ideal", "fluid");

    private final String words;

    Family(String words) {
        this.words = words;
    }

    /** Returns the family of a scheduler by its name; {@link #CENTRAL} if nothing in the name says otherwise. */
    public static Family of(String scheduler) {
        if (scheduler.startsWith("sja") || scheduler.startsWith("jasda")) {
            return MARKET;
        }
        if (BOUNDS.contains(scheduler)) {
            return BOUND;
        }
        if (scheduler.startsWith("chain") || scheduler.startsWith("timemin")) {
            return REQUEUE;
        }
        boolean whole = scheduler.startsWith("easy") || scheduler.startsWith("cons") || scheduler.endsWith("-rigid");
        return whole ? RIGID : CENTRAL;
    }

    /** Returns a few words for a legend. */
    public String words() {
        return words;
    }
}
