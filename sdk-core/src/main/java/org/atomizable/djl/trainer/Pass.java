package org.atomizable.djl.trainer;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.Batch;
import ai.djl.training.listener.TrainingListener.BatchData;
import ai.djl.translate.Batchifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.atomizable.djl.engine.EngineTurn;
import org.atomizable.djl.state.NotResumableException;
import org.atomizable.djl.state.ObjectState;

/** Passes of one batch through the model. They call what DJL's EasyTrain calls, in the same order. */
final class Pass {

    private final Trainer trainer;
    private final Engine engine;

    Pass(Trainer trainer, Engine engine) {
        this.trainer = trainer;
        this.engine = engine;
    }

    private record Learned(EngineTurn.Recorded recorded, NDList predictions) {}

    /**
     * Adds the gradients of a batch to those that are there, and tells the listeners.
     *
     * @param share what the loss is multiplied by; 1 for a whole batch
     * @return the loss, so multiplied
     */
    double learn(Batch batch, int seed, float share) throws IOException {
        Learned learned = EngineTurn.take(engine, seed, collector -> {
            NDList predictions = forward(batch);
            NDArray loss = loss(batch.getLabels(), predictions);
            NDArray counted = share == 1f ? loss : loss.mul(share);
            return new Learned(new EngineTurn.Recorded(collector, counted), predictions);
        });
        learned.recorded().backward();
        BatchData seen = data(batch, learned.predictions());
        trainer.notifyListeners(listener -> listener.onTrainingBatch(trainer, seen));
        return learned.recorded().value();
    }

    private NDList forward(Batch batch) {
        try {
            return trainer.forward(batch.getData(), batch.getLabels());
        } catch (UnsupportedOperationException e) {
            String block = Arrays.stream(e.getStackTrace())
                    .map(StackTraceElement::getClassName)
                    .filter(name -> name.startsWith("ai.djl.nn."))
                    .findFirst()
                    .orElse("of this model");
            throw new NotResumableException(
                    "DJL's PyTorch engine does not run the block %s: %s".formatted(block, e.getMessage()),
                    "Use another block");
        }
    }

    private NDArray loss(NDList labels, NDList predictions) {
        try {
            return trainer.getLoss().evaluate(labels, predictions);
        } catch (UnsupportedOperationException e) {
            throw new NotResumableException(
                    "DJL's PyTorch engine does not run the loss %s: %s"
                            .formatted(ObjectState.className(trainer.getLoss()), e.getMessage()),
                    "Use another loss");
        }
    }

    /** Lets the model answer a batch. */
    NDList answer(Batch batch, int seed) throws IOException {
        return EngineTurn.take(engine, seed, collector -> trainer.evaluate(batch.getData()));
    }

    /** Lets the model answer a batch, and tells the listeners. */
    void validate(Batch batch, int seed) throws IOException {
        BatchData seen = data(batch, answer(batch, seed));
        trainer.notifyListeners(listener -> listener.onValidationBatch(trainer, seen));
    }

    private BatchData data(Batch batch, NDList predictions) {
        Device device = trainer.getDevices()[0];
        return new BatchData(
                batch,
                new ConcurrentHashMap<>(Map.of(device, batch.getLabels())),
                new ConcurrentHashMap<>(Map.of(device, predictions)));
    }

    /** Divides a batch along its first axis, into so many parts or one for each example. */
    static List<Batch> parts(Batch batch, long wanted) {
        int size = batch.getSize();
        int parts = (int) Math.min(wanted, size);
        if (parts == 1) {
            return List.of(batch);
        }
        List<Batch> all = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            int from = (int) ((long) size * i / parts);
            int to = (int) ((long) size * (i + 1) / parts);
            all.add(new Batch(
                    batch.getManager(),
                    rows(batch.getData(), from, to),
                    rows(batch.getLabels(), from, to),
                    to - from,
                    Batchifier.STACK,
                    Batchifier.STACK,
                    batch.getProgress(),
                    batch.getProgressTotal()));
        }
        return all;
    }

    private static NDList rows(NDList arrays, int from, int to) {
        NDList some = new NDList(arrays.size());
        for (NDArray array : arrays) {
            some.add(array.get(new NDIndex(from + ":" + to)));
        }
        return some;
    }
}
