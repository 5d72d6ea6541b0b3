package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.AbstractBlock;
import ai.djl.nn.Activation;
import ai.djl.nn.Block;
import ai.djl.nn.ParallelBlock;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.convolutional.Conv2d;
import ai.djl.nn.core.Linear;
import ai.djl.nn.norm.BatchNorm;
import ai.djl.nn.norm.Dropout;
import ai.djl.nn.pooling.Pool;
import ai.djl.training.ParameterStore;
import ai.djl.training.loss.Loss;
import ai.djl.util.PairList;
import java.util.Optional;
import java.util.function.Supplier;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NetworkMemoryTest {

    enum Network {
        DENSE(NetworkMemoryTest::dense, new Shape(64)),
        IMAGES(NetworkMemoryTest::images, new Shape(3, 24, 24)),
        BRANCHES(NetworkMemoryTest::branches, new Shape(200));

        private final Supplier<Block> model;
        private final Shape example;

        Network(Supplier<Block> model, Shape example) {
            this.model = model;
            this.example = example;
        }
    }

    private static Block dense() {
        return new SequentialBlock()
                .add(Linear.builder().setUnits(300).build())
                .add(Activation::relu)
                .add(Linear.builder().setUnits(3).build());
    }

    private static Block images() {
        return new SequentialBlock()
                .add(Conv2d.builder()
                        .setKernelShape(new Shape(3, 3))
                        .setFilters(16)
                        .build())
                .add(BatchNorm.builder().build())
                .add(Activation::relu)
                .add(Pool.maxPool2dBlock(new Shape(2, 2), new Shape(2, 2)))
                .add(Conv2d.builder()
                        .setKernelShape(new Shape(3, 3))
                        .setFilters(32)
                        .build())
                .add(Activation::relu)
                .add(Dropout.builder().optRate(0.2f).build())
                .add(Linear.builder().setUnits(3).build());
    }

    private static Block branches() {
        return new SequentialBlock()
                .add(new ParallelBlock(lists -> new NDList(
                                lists.get(0).singletonOrThrow().add(lists.get(1).singletonOrThrow())))
                        .add(Linear.builder().setUnits(128).build())
                        .add(Linear.builder().setUnits(128).build()))
                .add(Activation::tanh)
                .add(Linear.builder().setUnits(3).build());
    }

    /** Ones, in the shape that a network wants. */
    private record Ones(Shape example) implements ExampleSource {

        @Override
        public int size() {
            return 64;
        }

        @Override
        public Examples load(NDManager manager, int[] indices) {
            return new Examples(
                    new NDList(manager.ones(new Shape(indices.length).addAll(example))),
                    new NDList(manager.zeros(new Shape(indices.length))));
        }

        @Override
        public Optional<String> digest() {
            return Optional.empty();
        }
    }

    private static DjlTrainingBuilder training(Network network, JobSpec spec) {
        return DjlTraining.of(spec)
                .model(network.model)
                .loss(Loss.softmaxCrossEntropyLoss())
                .optimizer(ExactOptimizer.adam(LearningRate.constant(0.01f)))
                .data(new Ones(network.example), 32);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsExpectedCoversWhatIsHeldAndIsNoMoreThanThreeTimesThat(Network network) throws Exception {
        try (Atomizable job = training(network, JobSpec.of("never-run", 10)).build()) {
            Bytes expected = job.spec().memory().orElseThrow();
            assertThat(job.spec().memoryIsEstimate()).isTrue();
            Bytes held = Bytes.ZERO;
            for (long atom = 0; atom < 4; atom++) {
                job.run(atom);
                held = held.max(job.memoryUsed().orElseThrow());
            }
            assertThat(expected).isGreaterThan(held).isLessThan(held.times(3));
        }
    }

    @Test
    void whatAJobDeclaresIsNotReplaced() throws Exception {
        JobSpec declares = JobSpec.of("declares", 10).withMemory(Bytes.gibi(3));
        try (Atomizable job = training(Network.DENSE, declares).build()) {
            assertThat(job.spec().memory()).contains(Bytes.gibi(3));
            assertThat(job.spec().memoryIsEstimate()).isFalse();
        }
    }

    /** A layer that can be trained, and does not tell its shapes. */
    private static final class Shapeless extends AbstractBlock {

        private final Block layer =
                addChildBlock("layer", Linear.builder().setUnits(3).build());

        @Override
        protected NDList forwardInternal(
                ParameterStore store, NDList inputs, boolean training, PairList<String, Object> parameters) {
            return layer.forward(store, inputs, training);
        }

        @Override
        protected void initializeChildBlocks(NDManager manager, DataType type, Shape... inputs) {
            layer.initialize(manager, type, inputs);
        }

        @Override
        public Shape[] getOutputShapes(Shape[] inputs) {
            throw new UnsupportedOperationException("shapes are not told");
        }
    }

    @Test
    void aBlockThatDoesNotTellItsShapesIsTrainedWithoutAnExpectation() throws Exception {
        DjlTrainingBuilder training =
                training(Network.DENSE, JobSpec.of("shapeless", 10)).model(Shapeless::new);
        try (Atomizable job = training.build()) {
            job.run(0);
            assertThat(job.spec().memory()).isEmpty();
        }
    }
}
