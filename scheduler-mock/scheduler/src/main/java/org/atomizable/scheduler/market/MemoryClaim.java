package org.atomizable.scheduler.market;

import org.atomizable.api.Bytes;

/**
 * The memory that a job says a subjob of its may need, which its profile promises not to exceed but as seldom as was asked for.
 *
 * @param least of the subjobs that it would run
 * @param most of them
 */
public record MemoryClaim(Bytes least, Bytes most) {

    /** Refuses more for the least than for the most. */
    public MemoryClaim {
        if (least.exceeds(most)) {
            throw new IllegalArgumentException("at least %s, but at most %s".formatted(least, most));
        }
    }

    static MemoryClaim of(Bytes one) {
        return new MemoryClaim(one, one);
    }

    MemoryClaim and(MemoryClaim other) {
        return new MemoryClaim(least.exceeds(other.least) ? other.least : least, most.max(other.most));
    }
}
