package org.atomizable.scheduler.lease;

import java.util.HashMap;
import java.util.Map;
import org.atomizable.api.window.FencingToken;

/**
 * The newest fencing token of each job name. If a job registers again under the same name, its tokens continue to
 * increase, so that a worker of the earlier registration stays fenced.
 *
 * <p>A name whose store has seen greater tokens counts on from those. It does so apart from the others, for good: what a tenant reports moves the
 * tokens of nobody else, neither now nor at a later start.
 */
public final class Tokens {

    /** In a journal's tokens, the key of the number after which the tokens of names that have none begin. No job is called so. */
    public static final String FLOOR = "";

    /** Begins the key of a name that counts apart, as no tenant's name does. */
    private static final String APART = "\u001f";

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

    /** Tells whether a journal's token is of a name that counts apart, so that tokens of others need not be greater. */
    public static boolean isApart(String key) {
        return key.startsWith(APART);
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
        keep(newest.containsKey(APART + lineage) ? APART + lineage : lineage, next);
        return next;
    }

    /** A name's store has seen a token. */
    void fenced(String lineage, FencingToken seen) {
        if (newest(lineage).olderThan(seen) && least < seen.value()) {
            keep(APART + lineage, seen);
        }
    }

    private void keep(String key, FencingToken token) {
        newest.put(key, token.value());
        keeping.newest(key, token);
    }

    FencingToken newest(String lineage) {
        Long apart = newest.get(APART + lineage);
        return new FencingToken(apart == null ? newest.getOrDefault(lineage, floor) : apart);
    }

    void forget(String lineage) {
        if (newest.remove(APART + lineage) != null) {
            keeping.tokenForgotten(APART + lineage);
        }
        Long last = newest.remove(lineage);
        if (last != null) {
            floor = Math.max(floor, last);
            keeping.newest(FLOOR, new FencingToken(floor));
            keeping.tokenForgotten(lineage);
        }
    }
}
