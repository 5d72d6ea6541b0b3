package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.Model;
import ai.djl.engine.EngineException;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Parameter;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.EasyTrain;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.Batch;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import ai.djl.util.Pair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.atomizable.api.Atomizable;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.core.state.MemoryState;
import org.atomizable.djl.engine.EngineOutOfMemoryError;
import org.atomizable.djl.engine.EngineTurn;
import org.atomizable.djl.engine.Seeds;
import org.atomizable.djl.trainer.TrainerJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people do with a trainer besides one batch after another. */
final class FineTuningTest {

    private static final int ACCUMULATED = 3;

    @TempDir
    Path directory;

    @Test
    void addedGradientsGiveTheBitsOfDjlsOwnLoop() throws Exception {
        DjlTrainerBuilder training = DjlTraining.of("added", plain(0.05f), Trainers.dataset(Small.BATCH, false))
                .epochs(5)
                .seed(7);
        MemoryState ours = Trainers.straight(training.accumulate(ACCUMULATED), 4);
        try (TrainerJob job = training.build()) {
            assertThat(job.spec().totalAtoms()).hasValue(5 * 3); // 7 batches an epoch: 3, 3 and 1
        }
        Map<String, float[]> djls = addedByDjl();
        djls.forEach((name, values) -> assertThat(floats(ours, name)).as(name).containsExactly(values));
        assertThat(Trainers.cut(training, 4, 1, 3)).isEqualTo(ours);
    }

    private static Map<String, float[]> addedByDjl() throws Exception {
        EngineTurn.engine().setRandomSeed(Seeds.ofAtom(7, -1));
        try (Trainer trainer = plain(0.05f).get()) {
            trainer.initialize(new Shape(Small.BATCH, Small.FEATURES));
            int updates = 0;
            while (updates < 4) {
                int batches = 0;
                for (Batch batch : trainer.iterateDataset(Trainers.dataset(Small.BATCH, false))) {
                    EasyTrain.trainBatch(trainer, batch);
                    batches++;
                    if ((batches % ACCUMULATED == 0 || batches == Small.BATCHES) && updates < 4) {
                        trainer.step();
                        updates++;
                    }
                    batch.close();
                }
            }
            Map<String, float[]> found = new HashMap<>();
            for (Pair<String, Parameter> each : trainer.getModel().getBlock().getParameters()) {
                found.put(each.getKey(), each.getValue().getArray().toFloatArray());
            }
            return found;
        }
    }

    @Test
    void clippedGradientsMoveTheParametersNoFurther() throws Exception {
        double limit = 0.01;
        UnaryOperator<DjlTrainerBuilder> usual = it -> it.epochs(3).seed(7);
        Supplier<DjlTrainerBuilder> training =
                () -> usual.apply(DjlTraining.of("clipped", plain(1f), Trainers.dataset()));
        MemoryState start = Trainers.straight(training.get(), 0);
        assertThat(distance(start, Trainers.straight(training.get().clipNorm(limit), 1)))
                .isCloseTo(limit, org.assertj.core.data.Percentage.withPercentage(0.1));
        assertThat(distance(start, Trainers.straight(training.get(), 1))).isGreaterThan(limit);
        assertThat(Trainers.straight(training.get().clipNorm(1e6), 5).tensor("parameter/01Linear_weight"))
                .isEqualTo(Trainers.straight(training.get(), 5).tensor("parameter/01Linear_weight"));
        assertThat(Trainers.cut(training.get().clipNorm(limit), 9, 4))
                .isEqualTo(Trainers.straight(training.get().clipNorm(limit), 9));
    }

    private static double distance(MemoryState from, MemoryState to) throws IOException {
        double squares = 0;
        for (String name : from.names()) {
            if (name.startsWith("parameter/")) {
                float[] before = from.floats(name);
                float[] after = to.floats(name);
                for (int i = 0; i < before.length; i++) {
                    squares += Math.pow((double) after[i] - before[i], 2);
                }
            }
        }
        return Math.sqrt(squares);
    }

    @Test
    void aModelIsLoadedAndItsFrozenLayersCostNothingInTheNextCheckpoint() throws Exception {
        int wide = 300_000;
        Supplier<SequentialBlock> network = () -> new SequentialBlock()
                .add(Linear.builder().setUnits(wide).build())
                .add(in -> new ai.djl.ndarray.NDList(
                        in.head().reshape(-1, 1000, wide / 1000).mean(new int[] {2})))
                .add(Linear.builder().setUnits(3).build());
        pretrain(network);
        DjlTrainerBuilder training = DjlTraining.of("frozen", () -> loaded(network), Trainers.dataset())
                .epochs(2)
                .seed(7);
        try (TrainerJob job = training.build();
                CheckpointStore store = Checkpoints.in(directory.resolve("store"), "frozen")) {
            job.run(0);
            commit(job, store, 1);
            long first = bytes();
            job.run(1);
            commit(job, store, 2);
            assertThat(first).isGreaterThan(4L * wide * Small.FEATURES);
            assertThat(bytes() - first).isLessThan(first / 50);
            assertThat(MemoryState.of(job).names()).doesNotContain("optimizer/means/01Linear_weight");
            Small.run(job, 2, 5);
            MemoryState straight = MemoryState.of(job);
            job.restore(store.latest().orElseThrow().state());
            Small.run(job, 2, 5);
            assertThat(MemoryState.of(job)).isEqualTo(straight);
        }
        assertThat(Trainers.cut(training, 5, 1)).isEqualTo(Trainers.straight(training, 5));
    }

    private void pretrain(Supplier<SequentialBlock> network) throws IOException {
        EngineTurn.engine().setRandomSeed(5);
        try (Model model = Model.newInstance("base", "PyTorch")) {
            model.setBlock(network.get());
            model.getBlock().initialize(model.getNDManager(), model.getDataType(), new Shape(1, Small.FEATURES));
            model.save(directory, "base");
        }
    }

    private Trainer loaded(Supplier<SequentialBlock> network) {
        Model model = Model.newInstance("base", "PyTorch");
        model.setBlock(network.get());
        try {
            model.load(directory, "base");
        } catch (IOException | ai.djl.MalformedModelException e) {
            throw new IllegalStateException(e);
        }
        Trainer trainer = model.newTrainer(
                new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss()).optOptimizer(Trainers.adam()));
        // Not before: DJL unfreezes a loaded model when it makes a trainer.
        model.getBlock().getChildren().get(0).getValue().freezeParameters(true);
        return trainer;
    }

    private static void commit(Atomizable job, CheckpointStore store, long next) throws Exception {
        try (CheckpointStore.Draft draft = store.open(next, FencingToken.NONE)) {
            job.save(draft.state());
            draft.commit();
        }
    }

    /** Returns how much the store holds, each file once however many links it has. */
    private long bytes() throws IOException {
        Map<Object, Long> sizes = new HashMap<>();
        try (Stream<Path> files = Files.walk(directory.resolve("store"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
                sizes.put(found.fileKey(), found.size());
            }
        }
        return sizes.values().stream().mapToLong(Long::longValue).sum();
    }

    @Test
    void whenMemoryDoesNotSufficeBatchesAreDividedAndTheNotesSayThatItIsInexact() throws Exception {
        try (TrainerJob whole = DjlTraining.of("whole", plain(0.05f), Trainers.dataset())
                        .seed(7)
                        .build();
                TrainerJob job = DjlTraining.of("narrow", narrow(), Trainers.dataset())
                        .seed(7)
                        .smallerBatchesWhenOutOfMemory()
                        .build()) {
            Small.run(whole, 0, 5);
            Small.run(job, 0, 5);
            assertThat(job.notes().get("inexact")).contains("from atom 0 on").contains("4 parts");
            assertThat(whole.notes()).doesNotContainKey("inexact");
            float[] wanted = MemoryState.of(whole).floats("parameter/01Linear_weight");
            assertThat(MemoryState.of(job).floats("parameter/01Linear_weight"))
                    .usingComparatorWithPrecision(1e-5f)
                    .containsExactly(wanted);
        }
    }

    @Test
    void whenMemoryDoesNotSufficeAndNothingIsAllowedTheErrorIsTyped() throws Exception {
        try (TrainerJob job =
                DjlTraining.of("narrow", narrow(), Trainers.dataset()).build()) {
            MemoryState saved = MemoryState.of(job);
            assertThatThrownBy(() -> job.run(0))
                    .isInstanceOf(EngineOutOfMemoryError.class)
                    .hasMessageContaining("atom 0");
            assertThatThrownBy(() -> job.run(0)).hasMessageContaining("restore it first");
            job.restore(saved);
        }
    }

    /** A trainer whose memory holds two examples at a time. */
    private static Supplier<Trainer> narrow() {
        Loss loss = Loss.softmaxCrossEntropyLoss();
        return trainer(0.05f, new SimpleLoss("narrow", (labels, said) -> {
            if (labels.head().size() > 2) {
                throw new EngineException("CUDA out of memory. Tried to allocate 20.00 MiB");
            }
            return loss.evaluate(labels, said);
        }));
    }

    private static Supplier<Trainer> plain(float rate) {
        return trainer(rate, Loss.softmaxCrossEntropyLoss());
    }

    private static Supplier<Trainer> trainer(float rate, Loss loss) {
        return Trainers.of(
                () -> new SequentialBlock().add(Linear.builder().setUnits(3).build()),
                () -> new DefaultTrainingConfig(loss)
                        .optOptimizer(Optimizer.sgd()
                                .setLearningRateTracker(Tracker.fixed(rate))
                                .build()));
    }

    private static float[] floats(MemoryState state, String name) {
        try {
            return state.floats("parameter/" + name);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
