package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.AbstractBlock;
import ai.djl.nn.Block;
import ai.djl.nn.SequentialBlock;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.ParameterStore;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.Dataset;
import ai.djl.training.dataset.RandomAccessDataset;
import ai.djl.training.dataset.Record;
import ai.djl.training.listener.TrainingListenerAdapter;
import ai.djl.training.loss.Loss;
import ai.djl.training.loss.SoftmaxCrossEntropyLoss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import ai.djl.translate.Transform;
import ai.djl.util.PairList;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.core.state.MemoryState;
import org.atomizable.djl.state.NotResumableException;
import org.atomizable.djl.state.Stateful;
import org.atomizable.djl.trainer.TrainerJob;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Trainings with classes of their own: each is exact, or refused by name at its start or at its first commits. */
final class OwnProgramsTest {

    private static final NDArray DATA = Trainers.array(Small.data());
    private static final NDArray LABELS = Trainers.array(Small.labels());

    /** A data set that adds to its examples what its subclass says. */
    abstract static class Shifted extends RandomAccessDataset {
        Shifted() {
            this(new Empty());
        }

        private Shifted(Empty builder) {
            super(builder.setSampling(Small.BATCH, true));
        }

        abstract float shift();

        @Override
        public Record get(NDManager manager, long index) {
            return new Record(
                    new NDList(DATA.get(manager, index).add(shift())), new NDList(LABELS.get(manager, index)));
        }

        @Override
        protected long availableSize() {
            return Small.EXAMPLES;
        }

        @Override
        public void prepare(ai.djl.util.Progress progress) {}
    }

    private static final class Empty extends RandomAccessDataset.BaseBuilder<Empty> {
        @Override
        protected Empty self() {
            return this;
        }
    }

    static final class Chance extends Shifted {
        private final Random random = new Random(3);

        @Override
        float shift() {
            return random.nextFloat();
        }
    }

    static final class Counting extends Shifted {
        private int seen;

        @Override
        float shift() {
            return ++seen % 5;
        }
    }

    static final class Prepared extends Shifted {
        private final Random random = new Random(3);
        private final float shift = random.nextFloat();

        @Override
        float shift() {
            return shift;
        }
    }

    static final class CountingTransform implements Transform {
        private final AtomicInteger seen = new AtomicInteger();

        @Override
        public NDArray transform(NDArray array) {
            return array.add(seen.incrementAndGet() % 3);
        }
    }

    private static Transform countingLambda() {
        int[] seen = {0};
        return array -> array.add(++seen[0] % 3);
    }

    private static Dataset transformed(Transform transform) {
        return Trainers.examples()
                .setSampling(Small.BATCH, true)
                .addTransform(transform)
                .build();
    }

    /** Multiplies by a rate that anybody may change. */
    static class Rate extends AbstractBlock {
        private float rate = 1;
        final AtomicInteger passes = new AtomicInteger();
        private final boolean counts;

        Rate(boolean counts) {
            this.counts = counts;
        }

        float rate() {
            return rate;
        }

        void next() {
            rate *= 0.9f;
        }

        @Override
        protected NDList forwardInternal(
                ParameterStore store, NDList inputs, boolean training, PairList<String, Object> parameters) {
            if (counts) {
                passes.incrementAndGet();
            }
            return new NDList(inputs.singletonOrThrow().mul(rate()));
        }

        @Override
        public Shape[] getOutputShapes(Shape[] inputs) {
            return inputs;
        }
    }

    /** Changes its rate by itself, while it trains. */
    static final class Decaying extends Rate {
        Decaying() {
            super(false);
        }

        @Override
        float rate() {
            next();
            return super.rate();
        }
    }

    private static SequentialBlock with(Block block) {
        return Small.model().add(block);
    }

    /** Lowers the rate of the last block after each third batch. */
    static final class Lowering extends TrainingListenerAdapter {
        private int batches;

        @Override
        public void onTrainingBatch(Trainer trainer, BatchData data) {
            if (++batches % 3 == 0) {
                List<Block> blocks = trainer.getModel().getBlock().getChildren().values();
                ((Rate) blocks.get(blocks.size() - 1)).next();
            }
        }
    }

    static final class Unfreezing extends TrainingListenerAdapter {
        private int batches;

        @Override
        public void onTrainingBatch(Trainer trainer, BatchData data) {
            if (++batches == 2) {
                trainer.getModel().getBlock().getChildren().values().get(0).freezeParameters(false);
            }
        }
    }

    /** An average of the weights, which nobody saves. */
    static final class Average extends TrainingListenerAdapter {
        private final Map<String, NDArray> shadow = new TreeMap<>();

        @Override
        public void onTrainingBatch(Trainer trainer, BatchData data) {
            for (var each : trainer.getModel().getBlock().getParameters()) {
                shadow.put(each.getKey(), each.getValue().getArray().duplicate());
            }
        }
    }

    /** A teacher that learns from its student. */
    static final class Teaching extends TrainingListenerAdapter {
        private final Block teacher = Small.model();

        Teaching() {
            teacher.initialize(DATA.getManager(), DataType.FLOAT32, new Shape(Small.BATCH, Small.FEATURES));
        }

        @Override
        public void onTrainingBatch(Trainer trainer, BatchData data) {
            try (NDArray weights =
                    teacher.getParameters().get(0).getValue().getArray().stopGradient()) {
                weights.muli(0.9f);
            }
        }
    }

    static final class Logging extends TrainingListenerAdapter {
        private final List<Map<String, Float>> lines = new ArrayList<>();

        @Override
        public void onTrainingBatch(Trainer trainer, BatchData data) {
            lines.add(Map.of("batch", (float) lines.size()));
        }
    }

    /** Takes what it has seen into the rate of the last block. */
    static final class Remembering extends TrainingListenerAdapter implements Stateful {
        private final ArrayDeque<Double> last = new ArrayDeque<>();

        @Override
        public void onTrainingBatch(Trainer trainer, BatchData data) {
            last.add((double) last.size());
            List<Block> blocks = trainer.getModel().getBlock().getChildren().values();
            if (last.stream().mapToDouble(it -> it).sum() % 2 == 0) {
                ((Rate) blocks.get(blocks.size() - 1)).next();
            }
        }

        @Override
        public void save(StateWriter to) throws IOException {
            to.doubles("last", last.stream().mapToDouble(it -> it).toArray());
        }

        @Override
        public void restore(StateReader from) throws IOException {
            last.clear();
            for (double each : from.doubles("last")) {
                last.add(each);
            }
        }
    }

    static final class SecondTrainer extends TrainingListenerAdapter {
        private final Trainer other = Trainers.of(Small::model, () -> new DefaultTrainingConfig(Loss.l2Loss()))
                .get();

        @Override
        public void onTrainingBegin(Trainer trainer) {
            other.notifyListeners(listener -> {});
        }
    }

    static final class StaticLoss extends SoftmaxCrossEntropyLoss {
        private static int calls;

        @Override
        public NDArray evaluate(NDList labels, NDList predictions) {
            return super.evaluate(labels, predictions).mul(1 + ++calls % 3);
        }
    }

    static final class StaticTracker implements Tracker {
        private static final AtomicInteger CALLS = new AtomicInteger();

        @Override
        public float getNewValue(int updates) {
            return 0.01f / CALLS.incrementAndGet();
        }
    }

    /** Keeps what it was given. */
    static final class Keeping extends Optimizer {
        private final boolean gradients;
        private NDArray kept;

        Keeping(boolean gradients) {
            super(new Plain());
            this.gradients = gradients;
        }

        @Override
        public void update(String id, NDArray weight, NDArray gradient) {
            weight.subi(gradient.mul(0.01f));
            kept = gradients ? gradient : weight;
        }
    }

    private static final class Plain extends Optimizer.OptimizerBuilder<Plain> {
        @Override
        protected Plain self() {
            return this;
        }
    }

    record Program(String name, Supplier<DjlTrainerBuilder> training, List<String> words) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Program of(String name, Supplier<DjlTrainerBuilder> training, String... words) {
        return new Program(name, training, List.of(words));
    }

    private static DjlTrainerBuilder training(
            Supplier<? extends Block> block, UnaryOperator<DefaultTrainingConfig> change) {
        return training(block, change, Loss.softmaxCrossEntropyLoss());
    }

    private static DjlTrainerBuilder training(
            Supplier<? extends Block> block, UnaryOperator<DefaultTrainingConfig> change, Loss loss) {
        return DjlTraining.of(
                        "own",
                        Trainers.of(
                                block,
                                () -> change.apply(new DefaultTrainingConfig(loss).optOptimizer(Trainers.adam()))),
                        Trainers.dataset())
                .epochs(100)
                .seed(7);
    }

    private static DjlTrainerBuilder data(Dataset dataset) {
        return Trainers.small(config -> config, dataset);
    }

    static Stream<Program> refused() {
        return Stream.of(
                of("chance in a data set", () -> data(new Chance()), "Chance.random (a Random)", "RandomUtils"),
                of(
                        "a counter in a transform",
                        () -> data(transformed(new CountingTransform())),
                        "CountingTransform.seen (a AtomicInteger)"),
                of("a counter in a lambda", () -> data(transformed(countingLambda())), "(a int[])"),
                of(
                        "a counter object in a block",
                        () -> training(() -> with(new Rate(true)), config -> config),
                        "Rate.passes (a AtomicInteger)"),
                of(
                        "a listener that unfreezes",
                        () -> training(
                                OwnProgramsTest::frozen, config -> config.addTrainingListeners(new Unfreezing())),
                        "was unfrozen during the training"),
                of(
                        "an average of weights",
                        () -> training(Small::model, config -> config.addTrainingListeners(new Average())),
                        "Average.shadow (a Map)",
                        "Stateful"),
                of(
                        "a teacher that changes",
                        () -> training(Small::model, config -> config.addTrainingListeners(new Teaching())),
                        "Teaching changes its field Parameter.array"),
                of(
                        "a second trainer",
                        () -> training(Small::model, config -> config.addTrainingListeners(new SecondTrainer())),
                        "SecondTrainer keeps another trainer"),
                of(
                        "a static in a loss",
                        () -> training(Small::model, config -> config, new StaticLoss()),
                        "the static field StaticLoss.calls"),
                of(
                        "a static in a tracker",
                        () -> training(
                                Small::model,
                                config -> config.optOptimizer(Optimizer.sgd()
                                        .setLearningRateTracker(new StaticTracker())
                                        .build())),
                        "the static field StaticTracker.CALLS"),
                of(
                        "an optimizer that keeps a weight",
                        () -> training(Small::model, config -> config.optOptimizer(new Keeping(false))),
                        "Keeping keeps an array"),
                of(
                        "an optimizer that keeps a gradient",
                        () -> training(Small::model, config -> config.optOptimizer(new Keeping(true))),
                        "Keeping keeps an array"));
    }

    static Stream<Program> exact() {
        return Stream.of(
                of("a counter in a data set", () -> data(new Counting())),
                of("chance that prepares a data set", () -> data(new Prepared())),
                of("a block that changes its number", () -> training(() -> with(new Decaying()), config -> config)),
                of(
                        "a listener that changes the model",
                        () -> training(
                                () -> with(new Rate(false)), config -> config.addTrainingListeners(new Lowering()))),
                of(
                        "a listener that saves itself",
                        () -> training(
                                () -> with(new Rate(false)), config -> config.addTrainingListeners(new Remembering()))),
                of(
                        "a listener that notes",
                        () -> training(Small::model, config -> config.addTrainingListeners(new Logging()))));
    }

    private static Block frozen() {
        Block model = Small.model();
        model.getChildren().values().get(0).freezeParameters(true);
        return model;
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatCannotBeSavedIsRefusedByName(Program program) {
        assertThatThrownBy(() -> {
                    try (TrainerJob job = program.training().get().build()) {
                        Small.run(job, 0, 3);
                        MemoryState.of(job);
                    }
                })
                .isInstanceOf(NotResumableException.class)
                .hasMessageContainingAll(program.words().toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("exact")
    void allElseEndsCutAsStraight(Program program) throws Exception {
        MemoryState straight = Trainers.straight(program.training().get(), 9);
        MemoryState cut = Trainers.cut(program.training().get(), 9, 2, 5);
        assertThat(cut).isEqualTo(straight);
    }
}
