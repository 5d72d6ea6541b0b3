package org.atomizable.scheduler.lease;

import java.util.HashMap;
import java.util.Map;
import org.atomizable.api.window.FencingToken;

/**
 * The newest fencing token of each job name. If a job registers again under the same name, its tokens continue to
 * increase, so that a worker of the earlier registration stays fenced.
 */
final class Tokens {

    /** No job is called so. */
    static final String FLOOR = "";

    private final LeaseKeeping keeping;
    private final Map<String, Long> newest = new HashMap<>();
    // Names are forgotten to bound the memory; what starts afterwards starts above all that was forgotten.
    private long floor;
    // After a start no name goes on where the journal has it: the journal may be an older one, put back.
    private long least;

    Tokens(LeaseKeeping keeping, FencingToken floor) {
        this.keeping = keeping;
        this.floor = floor.value();
    }

    /** Restores the durable tokens. */
    void restore(Map<String, Long> kept) {
        newest.putAll(kept);
        Long keptFloor = newest.remove(FLOOR);
        floor = keptFloor == null ? floor : keptFloor;
        least = floor;
    }

    FencingToken next(String lineage) {
        FencingToken next = new FencingToken(Math.max(least, newest(lineage).value()) + 1);
        newest.put(lineage, next.value());
        keeping.newest(lineage, next);
        return next;
    }

    FencingToken newest(String lineage) {
        return new FencingToken(newest.getOrDefault(lineage, floor));
    }

    void forget(String lineage) {
        Long last = newest.remove(lineage);
        if (last != null) {
            floor = Math.max(floor, last);
            keeping.newest(FLOOR, new FencingToken(floor));
            keeping.tokenForgotten(lineage);
        }
    }
}
