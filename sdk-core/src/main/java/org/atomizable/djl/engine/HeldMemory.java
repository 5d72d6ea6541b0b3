package org.atomizable.djl.engine;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.function.LongSupplier;
import org.atomizable.api.Bytes;

/**
 * The peak memory of a job's arrays, as DJL counts it: deterministic and nearly free.
 *
 * <p>It counts parameters, gradients, moments, and every array of a step that DJL knows. A view counts like a copy.
 * Memory that the engine keeps for itself is not visible. In a measurement in a separate process, the real peak was
 * about a third larger.
 */
public final class HeldMemory {

    private final NDManager manager;
    private final long gradients;
    private final LongSupplier atRest;
    private long peak;

    /**
     * Starts to observe.
     *
     * @param manager knows all arrays of the job except the gradients
     * @param gradients size of the gradients, in bytes
     * @param atRest tells what is held between two steps, with the gradients, in bytes
     */
    public HeldMemory(NDManager manager, long gradients, LongSupplier atRest) {
        this.manager = manager;
        this.gradients = gradients;
        this.atRest = atRest;
        this.peak = atRest.getAsLong();
    }

    /** Looks at what is held now. */
    public void observe() {
        long held = gradients;
        for (NDArray array : manager.getManagedArrays()) {
            held += ArrayTypes.bytes(array);
        }
        peak = Math.max(peak, held);
    }

    /** Returns the most that was seen since the last call. */
    public Bytes takePeak() {
        Bytes seen = Bytes.of(peak);
        peak = atRest.getAsLong();
        return seen;
    }
}
