package org.atomizable.profiler.profile;

import java.time.Duration;

/**
 * The samples by which a question is answered, and how far they are from what was asked.
 *
 * @param series may be empty: then nothing is known
 * @param provable whether they are of the very phase; from another one nothing can be proved
 * @param slower by how much times are widened
 * @param larger by how much memory is widened
 * @param note what the answer's method says of where the samples are from
 */
record Evidence(Series series, boolean provable, double slower, double larger, String note) {

    static final Evidence NONE = new Evidence(Series.EMPTY, false, 1, 1, "");

    /** Of the very kind of slice and phase. */
    static Evidence own(Series series) {
        return new Evidence(series, true, 1, 1, "");
    }

    /** Of the very phase, on all kinds of slice. */
    static Evidence pooled(Series series) {
        return new Evidence(series, true, 1.5, 1.1, ", pooled");
    }

    /** Returns the longest time, widened. */
    Duration longest() {
        return Duration.ofNanos((long) (slower * series.longest().toNanos()));
    }

    /** Returns these samples with further widening of what they tell. */
    Evidence widened(double margin) {
        return new Evidence(series, provable, slower * margin, larger * margin, note);
    }

    /** Returns these samples as those of another key than was asked for, of which nothing is proved. */
    Evidence ofAnotherKey(double factor, String named) {
        return new Evidence(series, false, slower * factor, larger * factor, note + named);
    }

    /** Returns these samples as those of another phase than was asked for, with further widening. */
    Evidence borrowedFrom(String phase, double slower, double larger) {
        return new Evidence(series, false, this.slower * slower, this.larger * larger, note + ", from " + phase);
    }
}
