package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.nn.Blocks;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.dataset.ArrayDataset;
import ai.djl.training.dataset.Batch;
import ai.djl.training.dataset.Dataset;
import ai.djl.training.dataset.RandomAccessDataset;
import ai.djl.training.dataset.Record;
import ai.djl.training.dataset.Sampler;
import ai.djl.training.loss.Loss;
import ai.djl.training.loss.SimpleCompositeLoss;
import ai.djl.translate.Batchifier;
import ai.djl.translate.PaddingStackBatchifier;
import ai.djl.translate.Transform;
import ai.djl.util.Progress;
import ai.djl.util.RandomUtils;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.atomizable.api.Atomizable;
import org.atomizable.core.state.MemoryState;
import org.atomizable.djl.state.NotResumableException;
import org.junit.jupiter.api.Test;

/** A training resumes exactly over every kind of data set, or is refused by the name of what does not repeat itself. */
final class FeedsTest {

    /** Outside of all that a training refers to. */
    private static final AtomicLong READINGS = new AtomicLong();

    private static final long ATOMS = Small.BATCHES + 5;

    @Test
    void aSequenceStaysInItsOrder() throws Exception {
        requireExact(Trainers.small(UnaryOperator.identity(), Trainers.dataset(Small.BATCH, false)));
    }

    @Test
    void aSamplerOfAUserThatDrawsFromDjlIsSeeded() throws Exception {
        requireExact(Trainers.small(UnaryOperator.identity(), sampled(RandomUtils::nextInt)));
    }

    @Test
    void aSamplerThatCannotBeSeededIsRefused() {
        // No seed of DJL's reaches it, so its draws go on where they were.
        Random unseeded = new Random(5);
        assertThatThrownBy(() -> Trainers.small(UnaryOperator.identity(), sampled(unseeded::nextInt))
                        .build())
                .isInstanceOf(NotResumableException.class)
                .hasMessageContaining("the sampler")
                .hasMessageContaining("RandomUtils");
    }

    @Test
    void aTransformThatDrawsGivesTheSameExamplesAgain() throws Exception {
        Transform noisy =
                array -> array.add(array.getManager().randomNormal(0, 0.1f, array.getShape(), array.getDataType()))
                        .mul(RandomUtils.nextFloat(0.9f, 1.1f));
        Dataset dataset = Trainers.examples()
                .setSampling(Small.BATCH, true)
                .addTransform(noisy)
                .build();
        requireExact(Trainers.small(UnaryOperator.identity(), dataset));
    }

    @Test
    void examplesOfDifferentLengthsArePaddedByTheirBatchifier() throws Exception {
        RandomAccessDataset dataset = new Lengths(new Lengths.Builder());
        requireExact(DjlTraining.of(
                        "padded",
                        Trainers.of(
                                () -> new SequentialBlock()
                                        .add(in -> new NDList(in.head().sum(new int[] {1}, true)))
                                        .add(Linear.builder().setUnits(3).build()),
                                () -> new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss())
                                        .optOptimizer(Trainers.adam())),
                        dataset)
                .epochs(5)
                .seed(3));
    }

    @Test
    void severalInputsAndOutputsAreTrained() throws Exception {
        NDArray data = Trainers.array(Small.data());
        Dataset dataset = new ArrayDataset.Builder()
                .setData(data, data.square())
                .optLabels(Trainers.array(Small.labels()), data.sum(new int[] {1}, true))
                .setSampling(Small.BATCH, true)
                .build();
        requireExact(DjlTraining.of(
                        "several",
                        Trainers.of(
                                () -> new SequentialBlock()
                                        .add(in -> new NDList(in.get(0).concat(in.get(1), 1)))
                                        .add(Linear.builder().setUnits(4).build())
                                        .add(Blocks.identityBlock())
                                        .add(out -> new NDList(
                                                out.head().get(":, :3"),
                                                out.head().get(":, 3:"))),
                                () -> new DefaultTrainingConfig(new SimpleCompositeLoss()
                                                .addLoss(new ai.djl.training.loss.IndexLoss(
                                                        Loss.softmaxCrossEntropyLoss(), 0))
                                                .addLoss(new ai.djl.training.loss.IndexLoss(Loss.l2Loss(), 1)))
                                        .optOptimizer(Trainers.adam())),
                        dataset)
                .epochs(5)
                .seed(3));
    }

    @Test
    void aDataSetThatCanOnlyBeReadFromItsBeginningIsSkippedForward() throws Exception {
        DjlTrainerBuilder training = Trainers.small(UnaryOperator.identity(), new Stream(() -> new Random(4)))
                .epochs(3);
        try (Atomizable job = training.build()) {
            assertThat(job.spec().totalAtoms()).isEmpty();
            Small.run(job, 0, 3 * Small.BATCHES - 1);
            assertThat(job.enough(3 * Small.BATCHES - 1)).isFalse();
            job.run(3 * Small.BATCHES - 1);
            assertThat(job.enough(3 * Small.BATCHES)).isTrue();
        }
        requireExact(training);
    }

    @Test
    void aDataSetThatGivesOtherExamplesWhenReadAgainIsRefusedByName() throws Exception {
        DjlTrainerBuilder training =
                Trainers.small(UnaryOperator.identity(), new Stream(() -> new Random(READINGS.getAndIncrement())));
        try (Atomizable job = training.build()) {
            Small.run(job, 0, 3);
            job.restore(MemoryState.of(job));
            assertThatThrownBy(() -> job.run(3))
                    .hasMessageContaining("FeedsTest$Stream")
                    .hasMessageContaining("gave other examples when it was read again");
        }
    }

    private static void requireExact(DjlTrainerBuilder training) throws Exception {
        MemoryState straight = Trainers.straight(training, ATOMS);
        assertThat(Trainers.cut(training, ATOMS, 2, 3, Small.BATCHES, Small.BATCHES + 2))
                .isEqualTo(straight);
        assertThat(straight).isNotEqualTo(Trainers.straight(training, ATOMS - 1));
    }

    @FunctionalInterface
    private interface Draw {
        int below(int limit);
    }

    private static Dataset sampled(Draw draw) {
        Sampler sampler = new Sampler() {
            @Override
            public Iterator<List<Long>> sample(RandomAccessDataset dataset) {
                List<List<Long>> batches = new ArrayList<>();
                for (int i = 0; i < Small.BATCHES; i++) {
                    batches.add(List.of((long) draw.below(Small.EXAMPLES), (long) draw.below(Small.EXAMPLES), 3L));
                }
                return batches.iterator();
            }

            @Override
            public int getBatchSize() {
                return 3;
            }
        };
        return Trainers.examples().setSampling(sampler).build();
    }

    /** Sequences of one to five numbers. */
    private static final class Lengths extends RandomAccessDataset {

        static final class Builder extends BaseBuilder<Builder> {

            Builder() {
                setSampling(Small.BATCH, true);
                optDataBatchifier(PaddingStackBatchifier.builder()
                        .optIncludeValidLengths(false)
                        .addPad(0, 0, manager -> manager.zeros(new ai.djl.ndarray.types.Shape(1)))
                        .build());
            }

            @Override
            protected Builder self() {
                return this;
            }
        }

        Lengths(Builder builder) {
            super(builder);
        }

        @Override
        public Record get(NDManager manager, long index) {
            float[] numbers = new float[1 + (int) index % 5];
            numbers[0] = index;
            return new Record(
                    new NDList(manager.create(numbers)), new NDList(manager.create(Small.labels()[(int) index])));
        }

        @Override
        protected long availableSize() {
            return Small.EXAMPLES;
        }

        @Override
        public void prepare(Progress progress) {}
    }

    /** Batches one after another, shuffled when they are read. */
    private record Stream(Supplier<Random> order) implements Dataset {

        @Override
        public Iterable<Batch> getData(NDManager manager) {
            List<Integer> all = new ArrayList<>();
            for (int i = 0; i < Small.BATCHES; i++) {
                all.add(i);
            }
            Collections.shuffle(all, order.get());
            return () -> all.stream().map(which -> batch(manager, which)).iterator();
        }

        private static Batch batch(NDManager manager, int which) {
            NDManager own = manager.newSubManager();
            NDArray data = own.create(new float[][] {Small.data()[which], Small.data()[which + 9]});
            NDArray labels = own.create(new float[] {Small.labels()[which], Small.labels()[which + 9]});
            return new Batch(
                    own,
                    new NDList(data),
                    new NDList(labels),
                    2,
                    Batchifier.STACK,
                    Batchifier.STACK,
                    which,
                    Small.BATCHES);
        }

        @Override
        public void prepare(Progress progress) {}
    }
}
