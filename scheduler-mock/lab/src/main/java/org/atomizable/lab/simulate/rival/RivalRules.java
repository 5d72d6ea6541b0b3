package org.atomizable.lab.simulate.rival;

/**
 * What a subjob costs. Every subjob pays both, also the first and the last of a task.
 *
 * @param restoreSeconds time of a restore; 0 or more
 * @param checkpointSeconds time of a checkpoint; 0 or more
 */
public record RivalRules(double restoreSeconds, double checkpointSeconds) {

    /** A restore takes 20 s and a checkpoint 10 s. */
    public static final RivalRules DEFAULT = new RivalRules(20, 10);

    /** Nothing is lost when a task stops and continues. */
    static final RivalRules FREE = new RivalRules(0, 0);

    public RivalRules {
        if (!(restoreSeconds >= 0 && restoreSeconds < 1e9) || !(checkpointSeconds >= 0 && checkpointSeconds < 1e9)) {
            throw new IllegalArgumentException("restore and checkpoint must take 0 s or more, were %s s and %s s"
                    .formatted(restoreSeconds, checkpointSeconds));
        }
    }

    /** Tells whether checkpoints cost nothing: then one can be taken at any time, and no failure loses work. */
    boolean losesNothing() {
        return overheadSeconds() == 0;
    }

    /** Returns what a subjob costs besides its work, in seconds. */
    double overheadSeconds() {
        return restoreSeconds + checkpointSeconds;
    }
}
