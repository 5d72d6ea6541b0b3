package org.atomizable.profiler.profile;

/**
 * The samples by which a question is answered, and how far they are from what was asked.
 *
 * @param series may be empty: then nothing is known
 * @param origin where they are from
 * @param slower by how much times are widened
 * @param larger by how much memory is widened
 * @param note what the answer's method says of the origin
 */
record Evidence(Series series, Origin origin, double slower, double larger, String note) {

    enum Origin {
        /** The very kind of slice and phase. */
        OWN,
        /** All kinds of slice, the very phase. */
        POOLED,
        /** Another phase: nothing can be proved from it. */
        BORROWED
    }

    static final Evidence NONE = new Evidence(Series.EMPTY, Origin.BORROWED, 1, 1, "");

    static Evidence own(Series series) {
        return new Evidence(series, Origin.OWN, 1, 1, "");
    }

    static Evidence pooled(Series series) {
        return new Evidence(series, Origin.POOLED, 1.5, 1.1, ", pooled");
    }

    Evidence borrowedFrom(String phase, double slower, double larger) {
        return new Evidence(
                series, Origin.BORROWED, this.slower * slower, this.larger * larger, note + ", from " + phase);
    }

    boolean provesAnything() {
        return origin != Origin.BORROWED;
    }
}
