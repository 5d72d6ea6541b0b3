package org.atomizable.scheduler.lab;

import java.util.EnumMap;
import java.util.Map;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;

/** How a simulated job bids. */
public enum Strategy {

    /** Declares what is true. */
    HONEST,

    /** Declares the best of everything that the scheduler cannot check beforehand. */
    BOASTING,

    /** Declares half of everything. */
    SANDBAGGING,

    /** Is honest, and bids in one quarter of an hour out of four. */
    BURSTY,

    /** Is honest, and has a deadline a quarter of an hour after it last won. */
    URGENT;

    private static final long QUARTER_SECONDS = 900;

    /** Tells whether it bids at that second. */
    boolean bids(long second) {
        return this != BURSTY || second / QUARTER_SECONDS % 4 == 0;
    }

    /** Returns the share of all time in which it bids. */
    double presence() {
        return this == BURSTY ? 0.25 : 1;
    }

    double deadlinePressure(long waitedSeconds) {
        return this == URGENT ? Math.min(1, (double) waitedSeconds / QUARTER_SECONDS) : 0;
    }

    /** Returns what it declares where this is true. */
    Features<JobFeature> declares(Features<JobFeature> truth) {
        if (this != BOASTING && this != SANDBAGGING) {
            return truth;
        }
        Map<JobFeature, Double> declared = new EnumMap<>(JobFeature.class);
        truth.values()
                .forEach((feature, value) -> declared.put(
                        feature,
                        this == SANDBAGGING ? value / 2 : feature == JobFeature.LOCALITY ? value : (Double) 1.0));
        return new Features<>(declared);
    }
}
