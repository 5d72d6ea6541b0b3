package org.atomizable.api.checkpoint;

import org.atomizable.api.window.FencingToken;

/** A worker tried to write to a store that has seen a newer fencing token: another worker now runs the job. */
public class StaleTokenException extends CheckpointException {

    /**
     * Creates an exception that names both tokens.
     *
     * @param mine the token that was refused
     * @param newest the newest token that the store has seen
     */
    public StaleTokenException(FencingToken mine, FencingToken newest) {
        super(
                "checkpoint refused: token %s is older than %s".formatted(mine.value(), newest.value()),
                "Another worker holds this job now; stop here, nothing was lost");
    }
}
