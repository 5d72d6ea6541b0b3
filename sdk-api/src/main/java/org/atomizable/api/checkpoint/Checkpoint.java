package org.atomizable.api.checkpoint;

import java.util.Map;
import org.atomizable.api.Bytes;
import org.atomizable.api.StateReader;
import org.atomizable.api.window.FencingToken;

/** A committed state of a job. It survives the end of the process that wrote it, and a power failure. */
public interface Checkpoint {

    /** Returns the first atom that the checkpoint does not include. */
    long nextAtom();

    /** Returns the token under which it was committed. */
    FencingToken token();

    /** Returns the size of its tensors. */
    Bytes size();

    /**
     * Returns the SHA-256 of the state in 64 hexadecimal digits. It depends only on the tensors' names, types, shapes
     * and bytes. It does not depend on the order in which they were written.
     */
    String sha256();

    /** Returns the notes that were saved with the state, by key; empty if the store keeps no notes. */
    default Map<String, String> notes() {
        return Map.of();
    }

    /**
     * Opens the state. All data that its reader returns have been verified.
     *
     * @throws CheckpointException if the checkpoint was removed or damaged after it was found
     */
    StateReader state() throws CheckpointException;
}
