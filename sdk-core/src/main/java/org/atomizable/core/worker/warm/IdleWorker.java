package org.atomizable.core.worker.warm;

import java.time.Duration;
import java.time.Instant;
import org.atomizable.api.Bytes;

/**
 * A worker that waits for a subjob, as the pool sees it.
 *
 * @param id names it in the pool
 * @param memory what its process uses of the host
 * @param saves how much time it saves when it is used
 * @param lastUsed when it was used, or made ready, last
 */
public record IdleWorker(String id, Bytes memory, Duration saves, Instant lastUsed) {

    /** Refuses a negative saving. */
    public IdleWorker {
        if (saves.isNegative()) {
            throw new IllegalArgumentException("worker %s saves no negative time, was %s".formatted(id, saves));
        }
    }

    /** Returns how many nanoseconds a byte saves that it uses. */
    double worth() {
        return saves.toNanos() / (double) Math.max(1, memory.count());
    }
}
