package org.atomizable.scheduler.score;

import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;

/**
 * How far a job's declarations are believed, from how far they were from what was then observed. Forgets: a job that becomes honest
 * is believed again.
 *
 * @param error moving average of the distance between declared and observed features, in [0, 1]
 */
public record Reliability(double error) {

    /** Nothing is held against a newcomer. */
    public static final Reliability FRESH = new Reliability(0);

    /** The newest subjob's share in the average: what is older than some twenty subjobs hardly counts. */
    private static final double NEWEST = 0.1;

    /** With an average error of a quarter, a job is believed by half. */
    private static final double KAPPA = 4 * Math.log(2);

    /** Refuses what is no average of distances. */
    public Reliability {
        if (!(error >= 0 && error <= 1)) {
            throw new IllegalArgumentException("an average error lies in [0, 1], was " + error);
        }
    }

    /** Returns what is known after one more subjob. */
    public Reliability after(Features<JobFeature> declared, Features<JobFeature> observed) {
        return new Reliability((1 - NEWEST) * error + NEWEST * declared.distance(observed));
    }

    /** Returns the factor on the job's own utility, in (0, 1]. */
    public double rho() {
        return Math.exp(-KAPPA * error);
    }
}
