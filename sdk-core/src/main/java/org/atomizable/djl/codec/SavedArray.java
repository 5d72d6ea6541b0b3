package org.atomizable.djl.codec;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import java.io.IOException;
import java.util.Arrays;
import org.atomizable.api.ElementType;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;
import org.atomizable.djl.engine.ArrayTypes;
import org.atomizable.djl.engine.OwnMemory;
import org.jspecify.annotations.Nullable;

/** Saves and overwrites one array. */
final class SavedArray {

    private static final String GRADIENT = "/gradient";

    private SavedArray() {}

    /** Saves an array, and its gradient if an atom has left one. */
    static void save(String name, NDArray array, StateWriter to) throws IOException {
        try (NDScope strays = new NDScope()) { // on a GPU the buffer is that of a copy
            strays.suppressNotUsedWarning();
            write(name, array, to);
            if (array.hasGradient()) {
                NDArray gradient = array.getGradient();
                if (gradient.neq(0).any().getBoolean()) {
                    write(name + GRADIENT, gradient, to);
                }
            }
        }
    }

    private static void write(String name, NDArray array, StateWriter to) throws IOException {
        to.tensor(name, Tensor.of(type(name, array), array.getShape().getShape(), array.toByteBuffer(true)));
    }

    /** Returns the name of the array to which a tensor belongs. */
    static String owner(String name) {
        return name.endsWith(GRADIENT) ? name.substring(0, name.length() - GRADIENT.length()) : name;
    }

    /** Overwrites an array in place, whether or not it needs gradients, and its gradient. */
    static void overwrite(String name, NDArray target, StateReader from) throws IOException {
        overwriteValues(name, target, from);
        if (!target.hasGradient() || target.size() == 0) {
            return;
        }
        try (NDScope strays = new NDScope()) {
            strays.suppressNotUsedWarning();
            if (from.names().contains(name + GRADIENT)) {
                // Until then the engine has no gradient, and gives zeros that are nobody's.
                try (GradientCollector collector =
                        target.getManager().getEngine().newGradientCollector()) {
                    collector.backward(target.mul(0).sum());
                }
                overwriteValues(name + GRADIENT, target.getGradient(), from);
            } else {
                NDArray gradient = target.getGradient();
                gradient.subi(gradient);
            }
        }
    }

    private static void overwriteValues(String name, NDArray target, StateReader from) throws IOException {
        Tensor saved = from.tensor(name);
        long[] shape = target.getShape().getShape();
        if (saved.type() != type(name, target) || !Arrays.equals(saved.shape(), shape)) {
            throw new StateMismatchException("the state's %s is %s, this job's is %s%s"
                    .formatted(name, saved, type(name, target), Arrays.toString(shape)));
        }
        if (target.size() > 0) {
            OwnMemory.overwrite(target, saved.data(), target.getManager());
        }
    }

    /** Returns an array of the saved shape, another than {@code current} where that has another one or is taken. */
    static NDArray refitted(String name, NDArray current, boolean taken, StateReader from) throws IOException {
        Shape shape = new Shape(from.tensor(name).shape());
        if (!taken && shape.equals(current.getShape())) {
            return current;
        }
        NDArray fitting = current.getManager().zeros(shape, current.getDataType());
        fitting.setRequiresGradient(current.hasGradient());
        return fitting;
    }

    private static ElementType type(String name, NDArray array) {
        return ArrayTypes.of(array.getDataType())
                .orElseThrow(
                        () -> new IllegalStateException("%s is an array of %s, which cannot be saved; use one of %s"
                                .formatted(name, array.getDataType(), ArrayTypes.known())));
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
