package org.atomizable.scheduler.auction;

import java.util.Comparator;
import java.util.Optional;

/**
 * A bid for a slice during an interval of time.
 *
 * @param job the job; it wins at most one bid, or one with those that it continues
 * @param variant its name among the job's bids
 * @param slice the slice
 * @param opens the start, in nanoseconds since an arbitrary but common instant
 * @param closes the end, exclusive; later than {@code opens}
 * @param weight its weight; finite, 0 or more
 * @param after the variant of the same job and slice that it continues: it can win only together with that one
 */
public record WeightedInterval(
        String job, String variant, String slice, long opens, long closes, double weight, Optional<String> after) {

    /** Whatever is equal here is equal altogether, so that the order in which bids come changes nothing. */
    static final Comparator<WeightedInterval> ORDER = WeightedInterval::compare;

    /** Refuses an empty time, and a weight that is none. */
    public WeightedInterval {
        if (opens >= closes) {
            throw new IllegalArgumentException(
                    "bid %s of job %s must close after it opens, was %s to %s".formatted(variant, job, opens, closes));
        }
        if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "bid %s of job %s must have a finite weight of 0 or more, was %s".formatted(variant, job, weight));
        }
    }

    /** Makes a bid that continues none. */
    public static WeightedInterval of(
            String job, String variant, String slice, long opens, long closes, double weight) {
        return new WeightedInterval(job, variant, slice, opens, closes, weight, Optional.empty());
    }

    /** Returns the same bid as the continuation of another one of the job. */
    public WeightedInterval after(String earlier) {
        return new WeightedInterval(job, variant, slice, opens, closes, weight, Optional.of(earlier));
    }

    /** Written out, as a clearing's time goes into this. */
    private static int compare(WeightedInterval a, WeightedInterval b) {
        int order = a.slice.compareTo(b.slice);
        order = order != 0 ? order : Long.compare(a.closes, b.closes);
        order = order != 0 ? order : Long.compare(a.opens, b.opens);
        order = order != 0 ? order : a.job.compareTo(b.job);
        return order != 0 ? order : a.variant.compareTo(b.variant);
    }
}
