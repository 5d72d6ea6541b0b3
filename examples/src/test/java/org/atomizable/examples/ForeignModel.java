package org.atomizable.examples;

import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.Block;
import ai.djl.nn.Blocks;
import ai.djl.nn.LambdaBlock;
import ai.djl.nn.ParallelBlock;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.convolutional.Conv2d;
import ai.djl.nn.core.Linear;
import ai.djl.nn.recurrent.GRU;
import ai.djl.nn.recurrent.LSTM;
import ai.djl.training.loss.Loss;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.spi.JobFactory;
import org.atomizable.djl.DjlTraining;
import org.atomizable.djl.ExactOptimizer;
import org.atomizable.djl.ExampleSource;
import org.atomizable.djl.Examples;
import org.atomizable.djl.LearningRate;

/** Trainings that are none of the examples: recurrent, residual, plain and half frozen networks over made-up sequences. */
public final class ForeignModel implements JobFactory {

    static final List<String> MODELS = List.of("gru", "lstm", "resnet", "mlp", "frozen");

    private static final int STEPS = 16;
    private static final int FEATURES = 16;
    private static final int CLASSES = 4;

    @Override
    public String name() {
        return "foreign";
    }

    @Override
    public String summary() {
        return "trains a network of another kind";
    }

    @Override
    public Atomizable create(Map<String, String> parameters) throws Exception {
        String model = parameters.getOrDefault("model", "mlp");
        int batch = Integer.parseInt(parameters.getOrDefault("batch", "32"));
        JobSpec spec = JobSpec.of("foreign-" + model, Long.parseLong(parameters.getOrDefault("atoms", "20")));
        return DjlTraining.of(spec)
                .seed(11)
                .model(() -> network(model))
                .loss(Loss.softmaxCrossEntropyLoss())
                .optimizer(ExactOptimizer.adam(LearningRate.constant(0.002f)))
                .data(new Sequences(), batch)
                .build();
    }

    private static Block network(String model) {
        SequentialBlock network = new SequentialBlock();
        switch (model) {
            case "gru" ->
                network.add(GRU.builder()
                        .setStateSize(64)
                        .setNumLayers(2)
                        .optBatchFirst(true)
                        .build());
            case "lstm" ->
                network.add(LSTM.builder()
                        .setStateSize(64)
                        .setNumLayers(2)
                        .optBatchFirst(true)
                        .build());
            case "resnet" ->
                network.add(new LambdaBlock(
                                in -> new NDList(in.singletonOrThrow().expandDims(1)), "channel"))
                        .add(convolution())
                        .add(residual())
                        .add(residual());
            case "frozen" -> {
                Block first = Linear.builder().setUnits(512).build();
                first.freezeParameters(true);
                network.add(Blocks.batchFlattenBlock()).add(first).add(Activation::relu);
            }
            default ->
                network.add(Blocks.batchFlattenBlock())
                        .add(Linear.builder().setUnits(512).build())
                        .add(Activation::relu);
        }
        return network.add(Blocks.batchFlattenBlock())
                .add(Linear.builder().setUnits(CLASSES).build());
    }

    private static Block convolution() {
        return Conv2d.builder()
                .setKernelShape(new Shape(3, 3))
                .optPadding(new Shape(1, 1))
                .setFilters(16)
                .build();
    }

    private static Block residual() {
        Block changed =
                new SequentialBlock().add(convolution()).add(Activation::relu).add(convolution());
        return new ParallelBlock(
                outputs -> new NDList(NDArrays.add(
                        outputs.get(0).singletonOrThrow(), outputs.get(1).singletonOrThrow())),
                List.of(changed, Blocks.identityBlock()));
    }

    /** Sequences of noise, in a level that tells their class. */
    private static final class Sequences implements ExampleSource {

        @Override
        public int size() {
            return 1000;
        }

        @Override
        public Examples load(NDManager manager, int[] indices) {
            float[] data = new float[indices.length * STEPS * FEATURES];
            float[] labels = new float[indices.length];
            for (int i = 0; i < indices.length; i++) {
                SplittableRandom random = new SplittableRandom(indices[i]);
                labels[i] = indices[i] % CLASSES;
                for (int j = 0; j < STEPS * FEATURES; j++) {
                    data[i * STEPS * FEATURES + j] = (float) (random.nextDouble(-1, 1) + 0.3 * labels[i]);
                }
            }
            return new Examples(
                    new NDList(manager.create(data, new Shape(indices.length, STEPS, FEATURES))),
                    new NDList(manager.create(labels)));
        }

        @Override
        public Optional<String> digest() {
            return Optional.of("sequences-1");
        }
    }
}
