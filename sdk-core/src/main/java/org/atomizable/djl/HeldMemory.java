package org.atomizable.djl;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import org.atomizable.api.Bytes;

/**
 * The most memory that a job's arrays held at once, from DJL's own books: deterministic and nearly free.
 *
 * <p>Counted are parameters, gradients, moments and every array of a step that DJL knows. A view counts as if it were a copy;
 * what the engine keeps for itself is not seen. Measured on a process of its own, the real peak was about a third larger.
 */
final class HeldMemory {

    private final NDManager manager;
    private final long gradients;
    private final long atRest;
    private long peak;

    HeldMemory(NDManager manager, ModelState state) {
        this.manager = manager;
        this.gradients = state.gradientBytes();
        this.atRest = state.bytes();
        this.peak = atRest;
    }

    /** Looks at what is held now. */
    void observe() {
        long held = gradients;
        for (NDArray array : manager.getManagedArrays()) {
            held += ArrayTypes.bytes(array);
        }
        peak = Math.max(peak, held);
    }

    /** Returns the most that was seen since the last call. */
    Bytes takePeak() {
        Bytes seen = Bytes.of(peak);
        peak = atRest;
        return seen;
    }
}
