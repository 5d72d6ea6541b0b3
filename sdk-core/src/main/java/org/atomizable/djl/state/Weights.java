package org.atomizable.djl.state;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.nn.Block;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.djl.engine.HeldMemory;

/**
 * The arrays that every training changes: parameters, including the running statistics of batch normalization, their
 * moments where these exist from the beginning, and their gradients. Between two steps all gradients are zero.
 */
public final class Weights {

    private final NDManager manager;
    private final ModelParameters parameters;
    private final NamedArrays arrays;
    private final List<Trained> trained = new ArrayList<>();
    private final Gradients gradients;

    /** The values of a parameter that is trained, and its moments. */
    public record Trained(NDArray array, List<NDArray> moments) {}

    /**
     * Takes over the parameters of an initialized block, and makes their moments and gradients, all zero.
     *
     * @param moments names of the arrays that a training keeps for each parameter from the beginning
     * @param manager owns the parameters
     */
    public Weights(Block block, List<String> moments, NDManager manager) throws IOException {
        this.manager = manager;
        this.parameters = ModelParameters.of(block);
        this.arrays = new NamedArrays(manager);
        for (ModelParameters.Named one : parameters.all()) {
            arrays.add("parameter/" + one.path(), one.array());
            if (one.isTrained()) {
                List<NDArray> zeros = new ArrayList<>();
                for (String moment : moments) {
                    NDArray zero = one.array().zerosLike();
                    arrays.add(moment + "/" + one.path(), zero);
                    zeros.add(zero);
                }
                trained.add(new Trained(one.array(), zeros));
            }
        }
        this.gradients = new Gradients(trained.stream().map(Trained::array).toList(), manager);
        gradients.zero();
    }

    /** Returns all parameters. */
    public ModelParameters parameters() {
        return parameters;
    }

    /** Returns those that are trained, in the block's order. */
    public List<Trained> trained() {
        return Collections.unmodifiableList(trained);
    }

    /** Returns their gradients. */
    public Gradients gradients() {
        return gradients;
    }

    /**
     * Starts to observe the memory of a training.
     *
     * @param besides tells what the training holds besides these arrays, in bytes
     */
    public HeldMemory memory(LongSupplier besides) {
        long gradientBytes = gradients.bytes(); // no manager of DJL's knows of them
        return new HeldMemory(manager, gradientBytes, () -> arrays.bytes() + gradientBytes + besides.getAsLong());
    }

    /** Writes parameters and moments. */
    public void save(StateWriter to) throws IOException {
        arrays.save(to);
    }

    /**
     * Overwrites parameters and moments, and sets the gradients to zero: a step that failed half-way may have left some.
     *
     * @param elsewhere tells which other arrays of the state are known
     * @throws StateMismatchException if the state has an array that nobody knows, or one of another shape or type
     */
    public void restore(StateReader from, Predicate<String> elsewhere) throws IOException {
        for (String name : from.names()) {
            if (name.contains("/") && !arrays.has(name) && !elsewhere.test(name)) {
                throw new StateMismatchException(
                        "the state contains %s, which this model does not have".formatted(name));
            }
        }
        arrays.restore(from);
        gradients.zero();
    }
}
