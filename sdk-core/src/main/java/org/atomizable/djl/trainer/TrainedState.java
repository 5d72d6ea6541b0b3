package org.atomizable.djl.trainer;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.training.Trainer;
import ai.djl.training.optimizer.Optimizer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.djl.engine.ArrayTypes;
import org.atomizable.djl.engine.HeldMemory;
import org.atomizable.djl.state.DjlFields;
import org.atomizable.djl.state.Gradients;
import org.atomizable.djl.state.ModelParameters;
import org.atomizable.djl.state.NamedArrays;
import org.atomizable.djl.state.NotResumableException;
import org.atomizable.djl.state.ObjectState;
import org.atomizable.djl.state.OwnFields;

/** All that a trainer's steps change: parameters, optimizer, gradients. */
final class TrainedState {

    private static final String OPTIMIZER = "optimizer";

    private final ModelParameters parameters;
    private final NamedArrays arrays;
    private final ObjectState optimizer;
    private final Gradients gradients;
    private final Update update;
    private final int moments;
    private final NDManager manager;

    TrainedState(Trainer trainer) {
        this.manager = trainer.getModel().getNDManager();
        this.parameters = ModelParameters.of(trainer.getModel().getBlock());
        this.arrays = new NamedArrays(manager);
        Device device = trainer.getDevices()[0];
        for (ModelParameters.Named one : parameters.all()) {
            if (!one.array().getDevice().equals(device)) {
                throw new NotResumableException(
                        "parameter %s lies on %s, and the trainer computes on %s"
                                .formatted(one.path(), one.array().getDevice(), device),
                        "Load the model on the device of the trainer");
            }
            arrays.add("parameter/" + one.path(), one.array());
        }
        this.gradients = new Gradients(
                parameters.trained().stream().map(ModelParameters.Named::array).toList(), manager);
        Optimizer djl = DjlFields.optimizer(trainer);
        this.optimizer = ObjectState.ofOptimizer(OPTIMIZER, djl, device, parameters.paths(), manager);
        this.update = new Update(djl, optimizer, parameters, gradients, manager);
        this.moments = update.tryOnce();
    }

    /** Returns how many arrays the optimizer keeps for a parameter. */
    int moments() {
        return moments;
    }

    void zeroGradients(Engine engine) throws IOException {
        gradients.zero(engine);
    }

    /** Does one update, and leaves every gradient at zero. */
    void step(Engine engine, long seed, long atom, OptionalDouble clipNorm) {
        update.step(engine, seed, atom, clipNorm);
    }

    /** Returns an action that sets gradients and statistics, which a step changes before its update, back. */
    Runnable bookmark() {
        List<NDArray> changing = new ArrayList<>();
        parameters.all().stream().filter(one -> !one.isTrained()).forEach(one -> changing.add(one.array()));
        List<NDArray> copies = changing.stream().map(NDArray::duplicate).toList();
        return () -> {
            gradients.clear();
            for (int i = 0; i < copies.size(); i++) {
                copies.get(i).copyTo(changing.get(i));
            }
        };
    }

    HeldMemory memory() {
        return new HeldMemory(manager, gradients.bytes(), this::bytes);
    }

    private long bytes() {
        return arrays.bytes()
                + gradients.bytes()
                + optimizer.arrays().stream().mapToLong(ArrayTypes::bytes).sum();
    }

    void save(StateWriter to) throws IOException {
        arrays.save(to);
        optimizer.save(to);
    }

    void restore(StateReader from, Engine engine) throws IOException {
        for (String name : from.names()) {
            if (name.contains("/") && !arrays.has(name) && !name.startsWith(OPTIMIZER + "/") && !OwnFields.has(name)) {
                throw new StateMismatchException(
                        "the state contains %s, which this model does not have".formatted(name));
            }
        }
        arrays.restore(from);
        optimizer.restore(from);
        gradients.zero(engine); // a step that failed half-way may have left some
    }
}
