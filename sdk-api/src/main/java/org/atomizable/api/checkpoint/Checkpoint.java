package org.atomizable.api.checkpoint;

import java.util.Map;
import org.atomizable.api.Bytes;
import org.atomizable.api.StateReader;
import org.atomizable.api.window.FencingToken;

/** A committed state of a job. It survives the process that wrote it, and a loss of power. */
public interface Checkpoint {

    /** Returns the first atom that is not in it. */
    long nextAtom();

    /** Returns the token under which it was committed. */
    FencingToken token();

    /** Returns the size of its tensors. */
    Bytes size();

    /**
     * Returns the SHA-256 of the state in 64 hexadecimal digits. It depends on the tensors' names, types, shapes and
     * bytes, and not on the order in which they were written, nor on anything else.
     */
    String sha256();

    /** Returns what was noted beside the state, by key; empty where a store keeps no notes. */
    default Map<String, String> notes() {
        return Map.of();
    }

    /**
     * Opens the state. What a reader of it returns has been verified.
     *
     * @throws CheckpointException if it is gone or damaged since it was found
     */
    StateReader state() throws CheckpointException;
}
