package org.atomizable.djl;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import org.atomizable.api.Bytes;

/**
 * The peak memory of a job's arrays, as DJL counts it: deterministic and nearly free.
 *
 * <p>It counts parameters, gradients, moments, and every array of a step that DJL knows. A view counts like a copy.
 * Memory that the engine keeps for itself is not visible. In a measurement in a separate process, the real peak was
 * about a third larger.
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
