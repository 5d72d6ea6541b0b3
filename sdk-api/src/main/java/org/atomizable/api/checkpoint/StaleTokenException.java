package org.atomizable.api.checkpoint;

import org.atomizable.api.window.FencingToken;

/** A worker tried to write to a store that has seen a newer fencing token: another worker now runs the job. */
public class StaleTokenException extends CheckpointException {

    private final FencingToken newest;

    /**
     * Creates an exception that names both tokens.
     *
     * @param mine the token that was refused
     * @param newest the newest token that the store has seen
     */
    public StaleTokenException(FencingToken mine, FencingToken newest) {
        this(mine, newest, "");
    }

    /**
     * Creates an exception that names both tokens, and who holds the newest.
     *
     * @param mine the token that was refused
     * @param newest the newest token that the store has seen
     * @param holder such as "process 12 on node-3 since 2026-05-04T12:00:00Z"; empty if it is not known
     */
    public StaleTokenException(FencingToken mine, FencingToken newest, String holder) {
        super(
                "checkpoint refused: token %s is older than %s%s"
                        .formatted(mine.value(), newest.value(), holder.isEmpty() ? "" : " of " + holder),
                "Another worker holds this job now; stop here, nothing was lost");
        this.newest = newest;
    }

    /** Returns the newest token that the store has seen. */
    public FencingToken newest() {
        return newest;
    }
}
