package org.atomizable.scheduler.market.answer;

import org.atomizable.api.Bytes;

/**
 * The memory that a job's subjob may need, according to the job. Its profile promises that this is exceeded only as
 * rarely as the promise allows.
 *
 * @param least the smallest claim among the subjobs that it would run
 * @param most the largest of them
 */
public record MemoryClaim(Bytes least, Bytes most) {

    /** Refuses more for the least than for the most. */
    public MemoryClaim {
        if (least.exceeds(most)) {
            throw new IllegalArgumentException("at least %s, but at most %s".formatted(least, most));
        }
    }

    public static MemoryClaim of(Bytes one) {
        return new MemoryClaim(one, one);
    }

    public MemoryClaim and(MemoryClaim other) {
        return new MemoryClaim(least.exceeds(other.least) ? other.least : least, most.max(other.most));
    }

    /**
     * Returns how much memory a subjob is thought to fill: no more than half as much again as any has used, so that to claim more than is
     * needed gains nothing.
     */
    public static Bytes filling(Bytes peak, Bytes claimed) {
        Bytes most = peak.times(1.5);
        return peak.equals(Bytes.ZERO) || most.exceeds(claimed) ? claimed : most;
    }
}
