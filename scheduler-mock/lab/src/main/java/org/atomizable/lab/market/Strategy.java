package org.atomizable.lab.market;

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

    /** Declares a tenth less of everything. */
    SHADING,

    /** Declares half as much again of everything that the scheduler cannot check beforehand. */
    EXAGGERATING,

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
        Map<JobFeature, Double> declared = new EnumMap<>(JobFeature.class);
        truth.values().forEach((feature, value) -> declared.put(feature, declares(feature, value)));
        return new Features<>(declared);
    }

    private double declares(JobFeature feature, double truth) {
        boolean checked = feature == JobFeature.LOCALITY;
        return switch (this) {
            case HONEST, BURSTY, URGENT -> truth;
            case BOASTING -> checked ? truth : 1;
            case EXAGGERATING -> checked ? truth : Math.min(1, 1.5 * truth);
            case SHADING -> 0.9 * truth;
            case SANDBAGGING -> truth / 2;
        };
    }

    /** Tells whether it declares what is true. */
    boolean honest() {
        return this == HONEST || this == BURSTY || this == URGENT;
    }
}
