package org.atomizable.lab.simulate.rival;

import org.atomizable.lab.simulate.workload.Overheads;

/**
 * The rules for every rival.
 *
 * @param overheads what a subjob costs
 * @param estimates how many times their run time the users request, if a rival's name does not say it; 1 or more
 */
public record RivalRules(Overheads overheads, double estimates) {

    /** A restore takes 20 s and a checkpoint 10 s, and users know how long their jobs run. */
    public static final RivalRules DEFAULT = new RivalRules(Overheads.DEFAULT, 1);

    /** Nothing is lost when a task stops and continues. */
    static final RivalRules FREE = new RivalRules(Overheads.FREE, 1);

    public RivalRules {
        if (!(estimates >= 1 && estimates < 1e6)) {
            throw new IllegalArgumentException(
                    "users request their run time at least once, was %s times".formatted(estimates));
        }
    }

    /** Tells whether checkpoints cost nothing: then one can be taken at any time, and no failure loses work. */
    boolean losesNothing() {
        return overheadSeconds() == 0;
    }

    double restoreSeconds() {
        return overheads.restoreSeconds();
    }

    double checkpointSeconds() {
        return overheads.checkpointSeconds();
    }

    /** Returns what a subjob costs besides its work, in seconds. */
    double overheadSeconds() {
        return overheads.seconds();
    }
}
