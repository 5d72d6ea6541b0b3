package org.atomizable.djl.state;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.atomizable.api.ElementType;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;
import org.atomizable.djl.engine.ArrayTypes;
import org.atomizable.djl.engine.OwnMemory;

/** Arrays that exist from the beginning to the end of a training, by the names under which they are saved. */
final class NamedArrays {

    private final NDManager manager;
    private final Map<String, NDArray> arrays = new LinkedHashMap<>();

    /** Creates an empty set; the manager owns what is needed for a moment only. */
    NamedArrays(NDManager manager) {
        this.manager = manager;
    }

    /** Adds an array under a name with a slash; refuses a name that was used, and a type that cannot be saved. */
    void add(String name, NDArray array) {
        if (ArrayTypes.of(array.getDataType()).isEmpty()) {
            throw new IllegalArgumentException("%s is of type %s, which cannot be saved; use one of %s"
                    .formatted(name, array.getDataType(), ArrayTypes.known()));
        }
        if (arrays.put(name, array) != null) {
            throw new IllegalArgumentException("the model has two arrays %s; name the blocks apart".formatted(name));
        }
    }

    /** Writes all arrays. */
    void save(StateWriter to) throws IOException {
        for (Map.Entry<String, NDArray> entry : arrays.entrySet()) {
            write(to, entry.getKey(), entry.getValue());
        }
    }

    /** Overwrites all arrays in place. */
    void restore(StateReader from) throws IOException {
        for (Map.Entry<String, NDArray> entry : arrays.entrySet()) {
            overwrite(entry.getValue(), entry.getKey(), from.tensor(entry.getKey()), manager);
        }
    }

    /** Returns whether there is an array of that name. */
    boolean has(String name) {
        return arrays.containsKey(name);
    }

    /** Returns their size, in bytes. */
    long bytes() {
        return arrays.values().stream().mapToLong(ArrayTypes::bytes).sum();
    }

    static void write(StateWriter to, String name, NDArray array) throws IOException {
        try (NDScope strays = new NDScope()) { // on a GPU the buffer is that of a copy
            strays.suppressNotUsedWarning();
            // The buffer is the array's own memory: 60 times faster than a copy, and the writer copies what it takes
            // over.
            to.tensor(name, Tensor.of(type(array), array.getShape().getShape(), array.toByteBuffer(true)));
        }
    }

    static void overwrite(NDArray array, String name, Tensor saved, NDManager manager) throws IOException {
        long[] shape = array.getShape().getShape();
        if (saved.type() != type(array) || !Arrays.equals(saved.shape(), shape)) {
            throw new StateMismatchException("the state's %s is %s, this model's is %s%s"
                    .formatted(name, saved, type(array), Arrays.toString(shape)));
        }
        OwnMemory.overwrite(array, saved.data(), manager);
    }

    private static ElementType type(NDArray array) {
        return ArrayTypes.of(array.getDataType()).orElseThrow();
    }
}
