package org.atomizable.djl;

import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.nn.norm.BatchNorm;
import ai.djl.nn.norm.Dropout;
import ai.djl.training.loss.Loss;
import java.util.Optional;
import java.util.SplittableRandom;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.core.state.MemoryState;

/** A small training with everything in it that could be forgotten: batch norm, dropout, a decaying rate, a last short batch. */
final class Small {

    static final int EXAMPLES = 50;
    static final int FEATURES = 6;
    static final int BATCH = 8;
    static final int BATCHES = 7;
    static final long ATOMS = 1000;
    static final LearningRate RATE = LearningRate.exponential(0.02f, 0.995);

    private static final float[][] DATA = new float[EXAMPLES][FEATURES];
    private static final float[] LABELS = new float[EXAMPLES];

    static {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < EXAMPLES; i++) {
            for (int j = 0; j < FEATURES; j++) {
                DATA[i][j] = (float) random.nextDouble(-1, 1);
            }
            LABELS[i] = Math.abs(DATA[i][0]) + DATA[i][1] > 0.5 ? 2 : DATA[i][2] > 0 ? 1 : 0;
        }
    }

    private Small() {}

    static SequentialBlock model() {
        return new SequentialBlock()
                .add(Linear.builder().setUnits(12).build())
                .add(BatchNorm.builder().build())
                .add(Activation::relu)
                .add(Dropout.builder().optRate(0.3f).build())
                .add(Linear.builder().setUnits(3).build());
    }

    /** The examples, from plain arrays. */
    record Source(Optional<String> digest) implements ExampleSource {

        @Override
        public int size() {
            return EXAMPLES;
        }

        @Override
        public Examples load(NDManager manager, int[] indices) {
            float[] data = new float[indices.length * FEATURES];
            float[] labels = new float[indices.length];
            for (int i = 0; i < indices.length; i++) {
                System.arraycopy(DATA[indices[i]], 0, data, i * FEATURES, FEATURES);
                labels[i] = LABELS[indices[i]];
            }
            return new Examples(
                    new NDList(manager.create(data, new Shape(indices.length, FEATURES))),
                    new NDList(manager.create(labels)));
        }
    }

    static float[][] data() {
        return DATA;
    }

    static float[] labels() {
        return LABELS;
    }

    static DjlTrainingBuilder training() {
        return DjlTraining.of(JobSpec.of("small", ATOMS))
                .seed(7)
                .model(Small::model)
                .loss(Loss.softmaxCrossEntropyLoss())
                .optimizer(ExactOptimizer.adam(RATE))
                .data(new Source(Optional.of("abc")), BATCH)
                .evaluate(Evaluation.accuracy(new Source(Optional.empty()), 16));
    }

    static void run(Atomizable job, long from, long to) throws Exception {
        for (long atom = from; atom < to; atom++) {
            job.run(atom);
        }
    }

    /** Makes a job, of either way to describe one. */
    @FunctionalInterface
    interface Making {
        Atomizable job() throws Exception;
    }

    static MemoryState straight(DjlTrainingBuilder training, long atoms) throws Exception {
        return straight(training::build, atoms);
    }

    static MemoryState cut(DjlTrainingBuilder training, long atoms, long... cuts) throws Exception {
        return cut(training::build, atoms, cuts);
    }

    /** Returns the state of an uninterrupted run. */
    static MemoryState straight(Making training, long atoms) throws Exception {
        try (Atomizable job = training.job()) {
            run(job, 0, atoms);
            return MemoryState.of(job);
        }
    }

    /** Returns the state of a run that goes on in a fresh instance after each of the given atoms. */
    static MemoryState cut(Making training, long atoms, long... cuts) throws Exception {
        Atomizable job = training.job();
        long at = 0;
        for (long cut : cuts) {
            run(job, at, cut);
            at = cut;
            MemoryState state = MemoryState.of(job);
            job.close();
            job = training.job();
            job.restore(state);
        }
        run(job, at, atoms);
        MemoryState last = MemoryState.of(job);
        job.close();
        return last;
    }
}
