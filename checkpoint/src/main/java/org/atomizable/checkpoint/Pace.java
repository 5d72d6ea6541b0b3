package org.atomizable.checkpoint;

import java.time.Duration;

/**
 * Decides when to write a checkpoint in a long run. It uses the interval with the smallest expected loss, but never
 * lets checkpoints take more than a given share of the run.
 *
 * <p>The interval is Daly's higher-order estimate ("A higher order estimate of the optimum checkpoint interval for
 * restart dumps", 2006, equation 37), which refines Young's &radic;(2&delta;M). Here &delta; is the time that one
 * checkpoint costs the job, and M is the mean time between failures:
 *
 * <pre>
 * interval = &radic;(2&delta;M) (1 + &radic;(&delta;/2M)/3 + (&delta;/2M)/9) - &delta;   if &delta; &lt; 2M,  else M
 * </pre>
 *
 * <p>Not safe for use by several threads.
 */
public final class Pace {

    /** The share of a run that checkpoints may take, unless another is asked for. */
    public static final double USUAL_SHARE = 0.02;

    /** How much the newest cost weighs among those before it. */
    private static final double NEWEST = 0.3;

    private final Duration meanTimeBetweenFailures;
    private final double share;
    private double cost;
    private double commit;
    private boolean measured;

    /**
     * Makes a pace.
     *
     * @param guess what a checkpoint is thought to cost until one was measured
     * @param meanTimeBetweenFailures of whatever ends a run without its last checkpoint; positive
     * @param share of the run that checkpoints may take, above 0 and below 1
     */
    public Pace(Duration guess, Duration meanTimeBetweenFailures, double share) {
        if (!(share > 0 && share < 1)) {
            throw new IllegalArgumentException("a share must lie between 0 and 1, was " + share);
        }
        if (meanTimeBetweenFailures.isNegative() || meanTimeBetweenFailures.isZero()) {
            throw new IllegalArgumentException(
                    "the mean time between failures must be positive, was " + meanTimeBetweenFailures);
        }
        this.meanTimeBetweenFailures = meanTimeBetweenFailures;
        this.share = share;
        this.cost = seconds(guess);
        this.commit = cost;
    }

    /**
     * Learns from a checkpoint.
     *
     * @param cost by how much it made the run longer: the pause, and what it slowed the atoms beside it
     * @param commit from its beginning until it was durable
     */
    public void paid(Duration cost, Duration commit) {
        this.cost = measured ? mean(this.cost, seconds(cost)) : seconds(cost);
        this.commit = measured ? mean(this.commit, seconds(commit)) : seconds(commit);
        this.measured = true;
    }

    private static double mean(double before, double now) {
        return before + NEWEST * (now - before);
    }

    /** Returns how long the run should go on between two checkpoints. */
    public Duration interval() {
        double best = seconds(youngDaly(duration(cost), meanTimeBetweenFailures));
        double affordable = cost * (1 / share - 1);
        return duration(Math.max(Math.max(best, affordable), commit));
    }

    /** Tells whether one is due, so long after the last. */
    public boolean due(Duration sinceLast) {
        return sinceLast.compareTo(interval()) >= 0;
    }

    /**
     * Returns the interval that minimizes the expected loss.
     *
     * @param cost what a checkpoint costs the job; 0 or more
     * @param meanTimeBetweenFailures positive
     */
    static Duration youngDaly(Duration cost, Duration meanTimeBetweenFailures) {
        double delta = seconds(cost);
        double mean = seconds(meanTimeBetweenFailures);
        if (delta >= 2 * mean) {
            return meanTimeBetweenFailures;
        }
        double ratio = delta / (2 * mean);
        return duration(Math.sqrt(2 * delta * mean) * (1 + Math.sqrt(ratio) / 3 + ratio / 9) - delta);
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
