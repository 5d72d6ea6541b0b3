package org.atomizable.djl.engine;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.nio.ByteBuffer;

/**
 * Copies data into memory that the engine itself allocated.
 *
 * <p>DJL's {@code create} and {@code set} make an array over the given buffer. The array keeps the buffer's alignment,
 * on which the bits of some kernels depend. An update in place would also write into the buffer, even if it is a
 * checkpoint that is mapped into memory.
 */
public final class OwnMemory {

    private static final String EVERYTHING = "...";

    private OwnMemory() {}

    /** Copies the arrays of a batch, each to an aligned one in the same manager. */
    public static NDList copies(NDList raw, NDManager manager) {
        NDList own = new NDList(raw.size());
        for (NDArray array : raw) {
            DataType type = array.getDataType();
            if (ArrayTypes.of(type).isEmpty()) {
                throw new IllegalArgumentException(
                        "a batch holds an array of %s, which cannot be trained on; use one of %s"
                                .formatted(type, ArrayTypes.known()));
            }
            NDArray copy = manager.create(array.getShape(), type, array.getDevice());
            copy.setName(array.getName());
            overwrite(copy, array);
            own.add(copy);
        }
        return own;
    }

    /** Overwrites an array in place, whether or not it needs gradients. */
    public static void overwrite(NDArray target, ByteBuffer data, NDManager manager) {
        try (NDArray source = manager.create(data, target.getShape(), target.getDataType())) {
            overwrite(target, source);
        }
    }

    /** Sets every element of an array to zero, in place and whatever it was, infinite or no number at all. */
    public static void clear(NDArray target, NDManager manager) {
        try (NDArray zeros = manager.zeros(new Shape(), target.getDataType())) {
            overwrite(target, zeros);
        }
    }

    private static void overwrite(NDArray target, NDArray source) {
        if (target.size() == 0) {
            return; // the engine's indexing fails on it, and there is nothing to copy
        }
        // A leaf that needs gradients refuses changes in place; seen without its gradient, the same memory does not.
        try (NDArray memory = target.stopGradient()) {
            memory.set(new NDIndex(EVERYTHING), source);
        }
    }
}
