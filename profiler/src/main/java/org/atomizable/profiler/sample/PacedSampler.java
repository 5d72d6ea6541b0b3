package org.atomizable.profiler.sample;

import java.util.Arrays;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Sampler;
import org.atomizable.api.time.TimeSource;

/**
 * Asks a costly sampler no more often than is worth it: a question that took 300 microseconds is not asked again for 75
 * milliseconds, at a share of 0.4 %.
 *
 * <p>What a question costs is the least that one of the newest took: on a busy machine a question may wait for a processor, and the first one
 * loads code.
 *
 * <p>In between, the newest answer is given again. No peak is lost, as the next real answer covers all the time since the last
 * one; it may be counted to a later atom or phase than it belongs to.
 */
public final class PacedSampler implements Sampler {

    /** A little less than one part in two hundred. */
    public static final double USUAL_SHARE = 0.004;

    private static final int NEWEST = 8;

    /** So many questions are asked at once: until then it is not known what one costs. */
    private static final int FIRST = 3;

    private final Sampler costly;
    private final double share;
    private final TimeSource time;
    private final long[] took = new long[NEWEST];
    private long askedAt;
    private long asked;
    private Bytes newest = Bytes.ZERO;

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
        if (asked < FIRST || (now - askedAt) * share >= cost()) {
            newest = costly.peak();
            askedAt = time.nanos();
            took[(int) (asked++ % NEWEST)] = askedAt - now;
        }
        return newest;
    }

    private long cost() {
        return Arrays.stream(took, 0, (int) Math.min(asked, NEWEST)).min().orElse(0);
    }
}
