package org.atomizable.djl.state;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.DataType;
import java.io.IOException;
import java.util.List;
import org.atomizable.djl.engine.ArrayTypes;
import org.atomizable.djl.engine.EngineTurn;
import org.atomizable.djl.engine.OwnMemory;

/** The gradients of the weights that are trained. */
public final class Gradients {

    /** Keeps a division by a norm of zero away; the value of PyTorch's own clipping. */
    private static final double TINY = 1e-6;

    private final List<NDArray> weights;
    private final NDManager manager;

    /** Takes the weights that are trained, in a fixed order; refuses a model that has none. */
    Gradients(List<NDArray> weights, NDManager manager) {
        if (weights.isEmpty()) {
            throw new IllegalArgumentException("the model has no parameter to train; unfreeze one");
        }
        this.weights = List.copyOf(weights);
        this.manager = manager;
    }

    /**
     * Makes the gradients exist, as zeros. The engine would adopt the first ones it computes and add all later ones to
     * zeros, and the two differ in the sign of a zero: a fresh instance would not stand where an old one stands.
     */
    void zero() throws IOException {
        try (NDScope strays = new NDScope()) {
            strays.suppressNotUsedWarning();
            EngineTurn.take(manager.getEngine(), 0, collector -> {
                        NDArray nothing = weights.get(0).mul(0).sum();
                        for (NDArray weight : weights.subList(1, weights.size())) {
                            nothing = nothing.add(weight.mul(0).sum());
                        }
                        return new EngineTurn.Recorded(collector, nothing);
                    })
                    .backward();
            clear();
        }
    }

    /** Sets all gradients, which must exist, to zero. */
    public void clear() {
        for (NDArray weight : weights) {
            try (NDArray gradient = weight.getGradient()) {
                OwnMemory.clear(gradient, manager);
            }
        }
    }

    /** Scales all gradients down, if the Euclidean norm of all their elements is above a limit. */
    public void clip(double limit) {
        double squares = 0;
        for (NDArray weight : weights) {
            try (NDArray gradient = weight.getGradient();
                    NDArray precise = gradient.toType(DataType.FLOAT64, true);
                    NDArray squared = precise.square();
                    NDArray sum = squared.sum()) {
                squares += sum.getDouble();
            }
        }
        double factor = limit / (Math.sqrt(squares) + TINY);
        if (factor < 1) { // and so not if the norm is no number
            for (NDArray weight : weights) {
                try (NDArray gradient = weight.getGradient()) {
                    gradient.muli((float) factor);
                }
            }
        }
    }

    /** Returns their size in bytes. */
    long bytes() {
        return weights.stream().mapToLong(ArrayTypes::bytes).sum();
    }
}
