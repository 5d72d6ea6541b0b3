package org.atomizable.djl.trainer;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.nn.Block;
import ai.djl.training.Trainer;
import ai.djl.training.optimizer.Optimizer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.djl.engine.ArrayTypes;
import org.atomizable.djl.engine.HeldMemory;
import org.atomizable.djl.state.DjlFields;
import org.atomizable.djl.state.ModelParameters;
import org.atomizable.djl.state.NotResumableException;
import org.atomizable.djl.state.ObjectState;
import org.atomizable.djl.state.OwnFields;
import org.atomizable.djl.state.Weights;

/** All that a trainer's steps change: parameters, optimizer, gradients. */
final class TrainedState {

    private static final String OPTIMIZER = "optimizer";

    private final Weights weights;
    private final ObjectState optimizer;
    private final Update update;
    private final int moments;

    TrainedState(Trainer trainer) throws IOException {
        NDManager manager = trainer.getModel().getNDManager();
        Block block = trainer.getModel().getBlock();
        Device device = trainer.getDevices()[0];
        requireOn(device, block);
        this.weights = new Weights(block, List.of(), manager);
        Optimizer djl = DjlFields.optimizer(trainer);
        this.optimizer = ObjectState.ofOptimizer(
                OPTIMIZER, djl, device, weights.parameters().paths(), manager);
        this.update = new Update(djl, optimizer, weights, manager);
        this.moments = update.tryOnce();
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

    /** Returns how many arrays the optimizer keeps for a parameter. */
    int moments() {
        return moments;
    }

    /** Does one update, and leaves every gradient at zero. */
    void step(Engine engine, long seed, long atom, OptionalDouble clipNorm) {
        update.step(engine, seed, atom, clipNorm);
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
        return weights.memory(
                () -> optimizer.arrays().stream().mapToLong(ArrayTypes::bytes).sum());
    }

    void save(StateWriter to) throws IOException {
        weights.save(to);
        optimizer.save(to);
    }

    void restore(StateReader from) throws IOException {
        weights.restore(from, name -> name.startsWith(OPTIMIZER + "/") || OwnFields.has(name));
        optimizer.restore(from);
    }
}
