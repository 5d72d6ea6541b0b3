package org.atomizable.djl.trainer;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.optimizer.Optimizer;
import java.util.OptionalDouble;
import java.util.Set;
import org.atomizable.djl.engine.EngineTurn;
import org.atomizable.djl.engine.Seeds;
import org.atomizable.djl.state.ModelParameters;
import org.atomizable.djl.state.NotResumableException;
import org.atomizable.djl.state.ObjectState;
import org.atomizable.djl.state.Weights;

/** Lets a DJL optimizer update the parameters, in the block's order. */
final class Update {

    private final Optimizer optimizer;
    private final ObjectState state;
    private final Weights weights;
    private final NDManager manager;

    Update(Optimizer optimizer, ObjectState state, Weights weights, NDManager manager) {
        this.optimizer = optimizer;
        this.state = state;
        this.weights = weights;
        this.manager = manager;
    }

    /**
     * Tries one update on a number, and takes it back.
     *
     * @return how many arrays the optimizer keeps for a parameter
     * @throws NotResumableException if the engine does not have this optimizer, or it was used before
     */
    int tryOnce() {
        if (!state.arrays().isEmpty()) {
            throw new NotResumableException(
                    "the optimizer %s was used in another training".formatted(ObjectState.className(optimizer)),
                    "Create the trainer's configuration and its optimizer inside the supplier");
        }
        Runnable back = state.bookmark();
        try (NDScope strays = new NDScope()) {
            strays.suppressNotUsedWarning();
            NDArray weight = manager.ones(new Shape(1));
            NDArray gradient = manager.ones(new Shape(1));
            optimizer.update("a trial", weight, gradient);
            requireNotKept(Set.of(weight.getUid(), gradient.getUid()));
            state.arrays().forEach(NDScope::unregister);
            return state.arrays().size();
        } catch (UnsupportedOperationException e) {
            throw new NotResumableException(
                    "DJL's PyTorch engine does not run the optimizer %s: %s"
                            .formatted(ObjectState.className(optimizer), e.getMessage()),
                    "Use Sgd, Adam or AdamW");
        } finally {
            back.run();
        }
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
        for (NDArray array : state.arrays()) {
            NDScope.unregister(array);
            if (array.getManager() != manager) {
                array.attach(manager);
            }
        }
    }

    /** The engine releases what it has lent for an update, and so what an optimizer keeps of that. */
    private void requireNotKept(Set<String> lent) {
        if (state.arrays().stream().anyMatch(it -> lent.contains(it.getUid()))) {
            throw new NotResumableException(
                    "the optimizer %s keeps an array that it was given to update, a weight or a gradient"
                            .formatted(ObjectState.className(optimizer)),
                    "Keep a copy, as in weight.duplicate()");
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
}
