package org.atomizable.lab.simulate.population;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;

/** How a simulated job bids. */
enum Strategy {

    /** Declares what is true. */
    HONEST,

    /** Declares the best of everything that the scheduler does not check in a bid, and registers a deadline that it does not have. */
    BOASTING,

    /** Is honest, but registers a deadline that it does not have, and declares that it is due. */
    FALSE_DEADLINE,

    /** Declares half of everything. */
    SANDBAGGING,

    /** Declares a tenth less of everything. */
    SHADING,

    /** Declares half as much again of everything that the scheduler does not check in a bid. */
    EXAGGERATING,

    /** Is honest, and bids in one quarter of an hour out of four. */
    BURSTY,

    /** Is honest, and has a deadline a quarter of an hour after it last won. */
    URGENT;

    private static final Duration QUARTER = Duration.ofMinutes(15);

    /** Returns its name for a person. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Tells whether it bids so long after the beginning. */
    boolean bids(Duration sinceBeginning) {
        return this != BURSTY || sinceBeginning.dividedBy(QUARTER) % 4 == 0;
    }

    /** Returns the share of all time in which it bids. */
    double presence() {
        return this == BURSTY ? 0.25 : 1;
    }

    /** Tells whether it registers with a deadline, without which a scheduler refuses any deadline pressure. */
    boolean registersDeadline() {
        return this == URGENT || this == BOASTING || this == FALSE_DEADLINE;
    }

    double deadlinePressure(Duration sinceLastWin) {
        return this == URGENT ? Math.min(1, (double) sinceLastWin.toNanos() / QUARTER.toNanos()) : 0;
    }

    /** Returns what it declares where this is true. */
    Features<JobFeature> declares(Features<JobFeature> truth) {
        Map<JobFeature, Double> declared = new EnumMap<>(JobFeature.class);
        truth.values().forEach((feature, value) -> declared.put(feature, declares(feature, value)));
        return new Features<>(declared);
    }

    private double declares(JobFeature feature, double truth) {
        // A bid says how much memory it needs, and may declare no more headroom than that leaves.
        boolean checked = feature == JobFeature.HEADROOM;
        return switch (this) {
            case HONEST, BURSTY, URGENT -> truth;
            case BOASTING -> checked ? truth : 1;
            case FALSE_DEADLINE -> feature == JobFeature.DEADLINE_PRESSURE ? 1 : truth;
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
