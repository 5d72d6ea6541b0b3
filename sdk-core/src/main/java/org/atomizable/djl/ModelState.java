package org.atomizable.djl;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.nn.Block;
import ai.djl.nn.Parameter;
import ai.djl.util.Pair;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.atomizable.api.ElementType;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;

/**
 * The arrays that training changes: parameters, including the running statistics of batch normalization, and the
 * optimizer's moments. They are named by their path in the block, because DJL's own identifiers differ in every
 * process.
 */
final class ModelState {

    private final NDManager manager;
    private final ExactOptimizer optimizer;
    private final Map<String, NDArray> arrays = new LinkedHashMap<>();
    private final List<Trained> trained = new ArrayList<>();

    /** A parameter that is trained, with what the optimizer keeps for it. */
    private record Trained(NDArray weight, List<NDArray> moments) {}

    /** Takes over the parameters of an initialized block, whose arrays lie in {@code manager}. */
    ModelState(Block block, ExactOptimizer optimizer, NDManager manager) {
        this.manager = manager;
        this.optimizer = optimizer;
        Set<Parameter> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Pair<String, Parameter> entry : block.getParameters()) {
            Parameter parameter = entry.getValue();
            if (seen.add(parameter)) { // one that two blocks share is one parameter, and updated once
                add(entry.getKey(), parameter);
            }
        }
    }

    private void add(String path, Parameter parameter) {
        NDArray weight = parameter.getArray();
        if (ArrayTypes.of(weight.getDataType()).isEmpty()) {
            throw new IllegalArgumentException("parameter %s is of type %s, which cannot be saved; use one of %s"
                    .formatted(path, weight.getDataType(), ArrayTypes.known()));
        }
        if (arrays.put("parameter/" + path, weight) != null) {
            throw new IllegalArgumentException(
                    "two parameters of the model are called %s; name the blocks apart".formatted(path));
        }
        if (parameter.requiresGradient()) {
            List<NDArray> moments = new ArrayList<>();
            for (String moment : optimizer.moments()) {
                NDArray zeros = weight.zerosLike();
                arrays.put(moment + "/" + path, zeros);
                moments.add(zeros);
            }
            trained.add(new Trained(weight, moments));
        }
    }

    /**
     * Makes the gradients exist, as zeros. The engine would adopt the first ones it computes and add all later ones to
     * zeros, and the two differ in the sign of a zero: a fresh instance would not stand where an old one stands.
     */
    void zeroGradients(Engine engine) throws IOException {
        if (trained.isEmpty()) {
            throw new IllegalArgumentException("the model has no parameter to train; unfreeze one");
        }
        try (NDScope strays = new NDScope()) {
            strays.suppressNotUsedWarning();
            EngineTurn.take(engine, 0, collector -> {
                        NDArray nothing = trained.get(0).weight().mul(0).sum();
                        for (Trained one : trained.subList(1, trained.size())) {
                            nothing = nothing.add(one.weight().mul(0).sum());
                        }
                        return new EngineTurn.Recorded(collector, nothing);
                    })
                    .backward();
            for (Trained one : trained) {
                OwnMemory.clear(one.weight().getGradient(), manager);
            }
        }
    }

    /** Does one update, and leaves every gradient at zero. */
    void step(int update) {
        for (Trained one : trained) {
            try (NDArray gradient = one.weight().getGradient()) {
                optimizer.update(one.weight(), gradient, one.moments(), update);
            }
        }
    }

    void save(StateWriter to) throws IOException {
        for (Map.Entry<String, NDArray> entry : arrays.entrySet()) {
            NDArray array = entry.getValue();
            try (NDScope strays = new NDScope()) { // on a GPU the buffer is that of a copy
                strays.suppressNotUsedWarning();
                // The buffer is the array's own memory: 60 times faster than a copy, and the writer copies what it
                // takes over.
                to.tensor(
                        entry.getKey(), Tensor.of(type(array), array.getShape().getShape(), array.toByteBuffer(true)));
            }
        }
    }

    void restore(StateReader from) throws IOException {
        for (String name : from.names()) {
            if (name.contains("/") && !arrays.containsKey(name)) {
                throw new StateMismatchException(
                        "the state contains %s, which this model does not have".formatted(name));
            }
        }
        for (Map.Entry<String, NDArray> entry : arrays.entrySet()) {
            Tensor saved = from.tensor(entry.getKey());
            NDArray array = entry.getValue();
            long[] shape = array.getShape().getShape();
            if (saved.type() != type(array) || !Arrays.equals(saved.shape(), shape)) {
                throw new StateMismatchException("the state's %s is %s, this model's is %s%s"
                        .formatted(entry.getKey(), saved, type(array), Arrays.toString(shape)));
            }
            OwnMemory.overwrite(array, saved.data(), manager);
        }
    }

    /** Returns how much memory the arrays and the gradients hold, in bytes. */
    long bytes() {
        return arrays.values().stream().mapToLong(ArrayTypes::bytes).sum() + gradientBytes();
    }

    /** Returns how much memory the gradients hold, in bytes; no manager of DJL's knows of them. */
    long gradientBytes() {
        return trained.stream().mapToLong(one -> ArrayTypes.bytes(one.weight())).sum();
    }

    private static ElementType type(NDArray array) {
        return ArrayTypes.of(array.getDataType()).orElseThrow();
    }
}
