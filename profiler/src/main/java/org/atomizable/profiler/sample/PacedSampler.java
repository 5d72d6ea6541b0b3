package org.atomizable.profiler.sample;

import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Sampler;
import org.atomizable.api.time.TimeSource;

/**
 * Asks a costly sampler no more often than is worth it: a question that took 300 microseconds is not asked again for 75
 * milliseconds, at a share of 0.4 %.
 *
 * <p>In between, the newest answer is given again. No peak is lost, as the next real answer covers all the time since the last
 * one; it may be counted to a later atom or phase than it belongs to.
 */
public final class PacedSampler implements Sampler {

    /** A little less than one part in two hundred. */
    public static final double USUAL_SHARE = 0.004;

    private final Sampler costly;
    private final double share;
    private final TimeSource time;
    private long askedAt;
    private long cost;
    private Bytes newest = Bytes.ZERO;
    private boolean asked;

    /**
     * Makes one.
     *
     * @param share of the time that may go into questions, in (0, 1]
     */
    public PacedSampler(Sampler costly, double share, TimeSource time) {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("a share lies between 0 and 1, was " + share);
        }
        this.costly = costly;
        this.share = share;
        this.time = time;
    }

    @Override
    public Bytes peak() {
        long now = time.nanos();
        if (!asked || (now - askedAt) * share >= cost) {
            newest = costly.peak();
            askedAt = time.nanos();
            cost = askedAt - now;
            asked = true;
        }
        return newest;
    }
}
