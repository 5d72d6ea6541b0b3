package org.atomizable.scheduler.score;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.Weighting;
import org.atomizable.scheduler.cluster.Interval;

/** A feature of a bid that the scheduler computes by itself, from 0, bad, to 1, good. */
public enum SchedulerFeature {

    /** The share of the window's area, time times memory, that the bid fills: small jobs fit small slices too. */
    AREA_FILLED,

    /** Whether what is left of the window before and after it is nothing, or enough for another subjob. */
    NO_REMNANT,

    /** How early in the window it begins. */
    EARLINESS,

    /** How far its tenant is below its fair share: 1 if it has had nothing yet, 0 at the fair share and above. */
    FAIRNESS_DEFICIT,

    /** Whether the slice can stay as it is. */
    NO_RECONFIGURATION;

    private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** Returns what the protocol calls it. */
    public String word() {
        return word;
    }

    /** Full windows first, then fairness. */
    public static Weighting<SchedulerFeature> usualWeights() {
        return new Weighting<>(Map.of(
                AREA_FILLED, 0.4, FAIRNESS_DEFICIT, 0.3, NO_REMNANT, 0.1, EARLINESS, 0.1, NO_RECONFIGURATION, 0.1));
    }

    /**
     * Returns what is seen of a bid.
     *
     * @param shortest remnant of the window that can still be used
     * @param memory share of the window's memory that it fills, in [0, 1]
     * @param deficit of the tenant, in [0, 1]
     */
    public static Features<SchedulerFeature> of(
            Interval bid, Interval window, Duration shortest, double memory, double deficit) {
        double length = window.nanos();
        long before = window.from().until(bid.from(), ChronoUnit.NANOS);
        long after = bid.to().until(window.to(), ChronoUnit.NANOS);
        Map<SchedulerFeature, Double> seen = new EnumMap<>(SchedulerFeature.class);
        seen.put(AREA_FILLED, memory * bid.nanos() / length);
        seen.put(NO_REMNANT, usable(before, shortest) && usable(after, shortest) ? 1.0 : 0.0);
        seen.put(EARLINESS, 1 - before / length);
        seen.put(FAIRNESS_DEFICIT, deficit);
        seen.put(NO_RECONFIGURATION, 1.0);
        return new Features<>(seen);
    }

    private static boolean usable(long remnant, Duration shortest) {
        return remnant == 0 || remnant >= shortest.toNanos();
    }
}
