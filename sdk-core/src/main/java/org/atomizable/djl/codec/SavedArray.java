package org.atomizable.djl.codec;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.atomizable.api.ElementType;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;
import org.jspecify.annotations.Nullable;

/** Saves and overwrites one array. */
final class SavedArray {

    private static final Map<DataType, ElementType> TYPES = Map.of(
            DataType.FLOAT32, ElementType.F32,
            DataType.FLOAT64, ElementType.F64,
            DataType.FLOAT16, ElementType.F16,
            DataType.BFLOAT16, ElementType.BF16,
            DataType.INT8, ElementType.I8,
            DataType.UINT8, ElementType.U8,
            DataType.INT32, ElementType.I32,
            DataType.INT64, ElementType.I64,
            DataType.BOOLEAN, ElementType.BOOL);

    private SavedArray() {}

    static void save(String name, NDArray array, StateWriter to) throws IOException {
        try (NDScope strays = new NDScope()) { // on a GPU the buffer is that of a copy
            strays.suppressNotUsedWarning();
            to.tensor(name, Tensor.of(type(name, array), array.getShape().getShape(), array.toByteBuffer(true)));
        }
    }

    /** Overwrites an array in place, whether or not it needs gradients. */
    static void overwrite(String name, NDArray target, StateReader from) throws IOException {
        Tensor saved = from.tensor(name);
        long[] shape = target.getShape().getShape();
        if (saved.type() != type(name, target) || !Arrays.equals(saved.shape(), shape)) {
            throw new StateMismatchException("the state's %s is %s, this job's is %s%s"
                    .formatted(name, saved, type(name, target), Arrays.toString(shape)));
        }
        if (target.size() == 0) {
            return; // the engine's indexing fails on it, and there is nothing to copy
        }
        // A leaf that needs gradients refuses changes in place; seen without its gradient, the same memory does not.
        try (NDArray source = target.getManager().create(saved.data(), target.getShape(), target.getDataType());
                NDArray memory = target.stopGradient()) {
            memory.set(new NDIndex("..."), source);
        }
    }

    private static ElementType type(String name, NDArray array) {
        ElementType type = TYPES.get(array.getDataType());
        if (type == null) {
            throw new IllegalStateException("%s is an array of %s, which cannot be saved; use one of %s"
                    .formatted(name, array.getDataType(), TYPES.keySet()));
        }
        return type;
    }

    /** Returns the value of a field, which the constructor must have created. */
    static <T> T existing(String name, @Nullable T current) throws StateMismatchException {
        if (current == null) {
            throw new StateMismatchException(
                    "this job's %s is null; create it in the constructor, so that it can be overwritten"
                            .formatted(name));
        }
        return current;
    }
}
