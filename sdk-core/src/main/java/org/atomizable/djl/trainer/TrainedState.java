package org.atomizable.djl.trainer;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Block;
import ai.djl.training.Trainer;
import ai.djl.training.optimizer.Optimizer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.djl.engine.ArrayTypes;
import org.atomizable.djl.engine.EngineTurn;
import org.atomizable.djl.engine.HeldMemory;
import org.atomizable.djl.engine.Seeds;
import org.atomizable.djl.state.DjlFields;
import org.atomizable.djl.state.ModelParameters;
import org.atomizable.djl.state.NotResumableException;
import org.atomizable.djl.state.ObjectState;
import org.atomizable.djl.state.OwnFields;
import org.atomizable.djl.state.Weights;

/** All that a trainer's steps change: parameters, optimizer, gradients. Parameters are updated in the block's order. */
final class TrainedState {

    private static final String OPTIMIZER = "optimizer";

    private final NDManager manager;
    private final Weights weights;
    private final Optimizer optimizer;
    private final ObjectState optimizerState;
    private final int moments;

    TrainedState(Trainer trainer) throws IOException {
        this.manager = trainer.getModel().getNDManager();
        Block block = trainer.getModel().getBlock();
        Device device = trainer.getDevices()[0];
        requireOn(device, block);
        this.weights = new Weights(block, List.of(), manager);
        this.optimizer = DjlFields.optimizer(trainer);
        this.optimizerState = ObjectState.ofOptimizer(
                OPTIMIZER, optimizer, device, weights.parameters().paths(), manager);
        this.moments = tryOnce();
    }

    private static void requireOn(Device device, Block block) {
        for (ModelParameters.Named one : ModelParameters.of(block).all()) {
            if (!one.array().getDevice().equals(device)) {
                throw new NotResumableException(
                        "parameter %s lies on %s, and the trainer computes on %s"
                                .formatted(one.path(), one.array().getDevice(), device),
                        "Load the model on the device of the trainer");
            }
        }
    }

    /**
     * Tries one update on a number, and takes it back.
     *
     * @return how many arrays the optimizer keeps for a parameter
     * @throws NotResumableException if the engine does not have this optimizer, or it was used before
     */
    private int tryOnce() {
        if (!optimizerState.arrays().isEmpty()) {
            throw new NotResumableException(
                    "the optimizer %s was used in another training".formatted(ObjectState.className(optimizer)),
                    "Create the trainer's configuration and its optimizer inside the supplier");
        }
        Runnable back = optimizerState.bookmark();
        try (NDScope strays = new NDScope()) {
            strays.suppressNotUsedWarning();
            NDArray weight = manager.ones(new Shape(1));
            NDArray gradient = manager.ones(new Shape(1));
            optimizer.update("a trial", weight, gradient);
            requireNotKept(Set.of(weight.getUid(), gradient.getUid()));
            optimizerState.arrays().forEach(NDScope::unregister);
            return optimizerState.arrays().size();
        } catch (UnsupportedOperationException e) {
            throw new NotResumableException(
                    "DJL's PyTorch engine does not run the optimizer %s: %s"
                            .formatted(ObjectState.className(optimizer), e.getMessage()),
                    "Use Sgd, Adam or AdamW");
        } finally {
            back.run();
        }
    }

    /** The engine releases what it has lent for an update, and so what an optimizer keeps of that. */
    private void requireNotKept(Set<String> lent) {
        if (optimizerState.arrays().stream().anyMatch(it -> lent.contains(it.getUid()))) {
            throw new NotResumableException(
                    "the optimizer %s keeps an array that it was given to update, a weight or a gradient"
                            .formatted(ObjectState.className(optimizer)),
                    "Keep a copy, as in weight.duplicate()");
        }
    }

    /** Returns how many arrays the optimizer keeps for a parameter. */
    int moments() {
        return moments;
    }

    /** Does one update, and leaves every gradient at zero. */
    void step(Engine engine, long seed, long atom, OptionalDouble clipNorm) {
        clipNorm.ifPresent(weights.gradients()::clip);
        if (optimizer.getClass().getName().startsWith("ai.djl.")) {
            step();
        } else { // it may draw
            EngineTurn.draw(engine, Seeds.ofAtom(Seeds.mix(seed, 2), atom), this::step);
        }
        // DJL lets go of what its optimizers keep; here the job owns it.
        for (NDArray array : optimizerState.arrays()) {
            NDScope.unregister(array);
            if (array.getManager() != manager) {
                array.attach(manager);
            }
        }
    }

    private void step() {
        for (ModelParameters.Named one : weights.parameters().trained()) {
            try (NDArray gradient = one.array().getGradient()) {
                optimizer.update(one.parameter().getId(), one.array(), gradient);
            }
        }
        if (!optimizer.getClass().getName().startsWith("ai.djl.")) {
            weights.gradients().clear(); // DJL's own do it themselves
        }
    }

    /** Returns an action that sets gradients and statistics, which a step changes before its update, back. */
    Runnable bookmark() {
        List<NDArray> changing = new ArrayList<>();
        weights.parameters().all().stream().filter(one -> !one.isTrained()).forEach(one -> changing.add(one.array()));
        List<NDArray> copies = changing.stream().map(NDArray::duplicate).toList();
        return () -> {
            weights.gradients().clear();
            for (int i = 0; i < copies.size(); i++) {
                copies.get(i).copyTo(changing.get(i));
            }
        };
    }

    HeldMemory memory() {
        return weights.memory(() ->
                optimizerState.arrays().stream().mapToLong(ArrayTypes::bytes).sum());
    }

    void save(StateWriter to) throws IOException {
        weights.save(to);
        optimizerState.save(to);
    }

    void restore(StateReader from) throws IOException {
        weights.restore(from, name -> name.startsWith(OPTIMIZER + "/") || OwnFields.has(name));
        optimizerState.restore(from);
    }
}
