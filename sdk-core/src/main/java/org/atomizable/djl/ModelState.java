package org.atomizable.djl;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.nn.Block;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.djl.state.Gradients;
import org.atomizable.djl.state.ModelParameters;
import org.atomizable.djl.state.NamedArrays;

/**
 * The arrays that training changes: parameters, including the running statistics of batch normalization, and the
 * optimizer's moments.
 */
final class ModelState {

    private final ExactOptimizer optimizer;
    private final NamedArrays arrays;
    private final Gradients gradients;
    private final List<Trained> trained = new ArrayList<>();

    /** A parameter that is trained, with what the optimizer keeps for it. */
    private record Trained(NDArray weight, List<NDArray> moments) {}

    /** Takes over the parameters of an initialized block, whose arrays lie in {@code manager}. */
    ModelState(Block block, ExactOptimizer optimizer, NDManager manager) {
        this.optimizer = optimizer;
        this.arrays = new NamedArrays(manager);
        for (ModelParameters.Named one : ModelParameters.of(block).all()) {
            arrays.add("parameter/" + one.path(), one.array());
            if (one.isTrained()) {
                List<NDArray> moments = new ArrayList<>();
                for (String moment : optimizer.moments()) {
                    NDArray zeros = one.array().zerosLike();
                    arrays.add(moment + "/" + one.path(), zeros);
                    moments.add(zeros);
                }
                trained.add(new Trained(one.array(), moments));
            }
        }
        this.gradients = new Gradients(trained.stream().map(Trained::weight).toList(), manager);
    }

    /** Makes the gradients exist, as zeros. */
    void zeroGradients(Engine engine) throws IOException {
        gradients.zero(engine);
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
        arrays.save(to);
    }

    void restore(StateReader from) throws IOException {
        for (String name : from.names()) {
            if (name.contains("/") && !arrays.has(name)) {
                throw new StateMismatchException(
                        "the state contains %s, which this model does not have".formatted(name));
            }
        }
        arrays.restore(from);
    }

    /** Returns how much memory the arrays and the gradients hold, in bytes. */
    long bytes() {
        return arrays.bytes() + gradients.bytes();
    }

    /** Returns how much memory the gradients hold, in bytes; no manager of DJL's knows of them. */
    long gradientBytes() {
        return gradients.bytes();
    }
}
