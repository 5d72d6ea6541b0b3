package org.atomizable.lab.simulate.workload;

/**
 * The costs of a subjob besides its work. Every subjob pays both, also the first and the last of a task.
 *
 * @param restoreSeconds mean time of a restore; 0 or more
 * @param checkpointSeconds mean time of a checkpoint; 0 or more
 */
public record Overheads(double restoreSeconds, double checkpointSeconds) {

    /** A restore takes 20 s and a checkpoint 10 s. */
    public static final Overheads DEFAULT = new Overheads(20, 10);

    /** Nothing is lost when a task stops and continues. */
    public static final Overheads FREE = new Overheads(0, 0);

    public Overheads {
        if (!(restoreSeconds >= 0 && restoreSeconds < 1e9) || !(checkpointSeconds >= 0 && checkpointSeconds < 1e9)) {
            throw new IllegalArgumentException("restore and checkpoint must take 0 s or more, were %s s and %s s"
                    .formatted(restoreSeconds, checkpointSeconds));
        }
    }

    /** Returns the time of a restore and a checkpoint, in seconds. */
    public double seconds() {
        return restoreSeconds + checkpointSeconds;
    }
}
