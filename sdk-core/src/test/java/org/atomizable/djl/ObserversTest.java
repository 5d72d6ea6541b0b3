package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.metric.Metrics;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.EasyTrain;
import ai.djl.training.Trainer;
import ai.djl.training.evaluator.Accuracy;
import ai.djl.training.evaluator.BinaryAccuracy;
import ai.djl.training.evaluator.BoundingBoxError;
import ai.djl.training.evaluator.Coverage;
import ai.djl.training.evaluator.Evaluator;
import ai.djl.training.evaluator.IndexEvaluator;
import ai.djl.training.evaluator.SingleShotDetectionAccuracy;
import ai.djl.training.evaluator.TopKAccuracy;
import ai.djl.training.listener.EarlyStoppingListener;
import ai.djl.training.listener.EvaluatorTrainingListener;
import ai.djl.training.listener.TrainingListener;
import ai.djl.training.loss.Loss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.atomizable.api.Atomizable;
import org.atomizable.core.state.MemoryState;
import org.atomizable.djl.state.NotResumableException;
import org.atomizable.djl.trainer.TrainerJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Evaluators and listeners see what they would see in a training without interruption. */
final class ObserversTest {

    private static final Map<String, Supplier<Evaluator>> EVALUATORS = Map.of(
            "Accuracy",
            Accuracy::new,
            "TopKAccuracy",
            () -> new TopKAccuracy(2),
            "IndexEvaluator",
            () -> new IndexEvaluator(new Accuracy(), 0),
            // Those that do not understand three classes are given something else of the same batch.
            "BinaryAccuracy",
            () -> new Fed(new BinaryAccuracy(), Form.BINARY),
            "Coverage",
            () -> new Fed(new Coverage(), Form.LIMIT));

    private static final Map<String, Supplier<Evaluator>> REFUSED = Map.of(
            "BoundingBoxError", () -> new BoundingBoxError("boxes"),
            "SingleShotDetectionAccuracy", () -> new SingleShotDetectionAccuracy("classes"));

    static Collection<String> evaluators() {
        return DjlClasses.of(Evaluator.class).entrySet().stream()
                .filter(each -> !Loss.class.isAssignableFrom(each.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("evaluators")
    void everyEvaluatorGoesOnInTheMiddleOfAnEpoch(String name) throws Exception {
        if (REFUSED.containsKey(name)) {
            assertThatThrownBy(() -> logged(config ->
                                    config.addEvaluator(REFUSED.get(name).get()))
                            .build())
                    .isInstanceOf(NotResumableException.class)
                    .hasMessageContaining("evaluator " + name);
            return;
        }
        assertThat(EVALUATORS).as("decide about evaluator %s", name).containsKey(name);
        DjlTrainerBuilder training =
                logged(config -> config.addEvaluator(EVALUATORS.get(name).get()));
        MemoryState straight = Trainers.straight(training, 11);
        assertThat(straight.text("evaluator.1")).contains("train%2Fepoch");
        assertThat(straight.text("evaluator.1"))
                .as("it has counted since atom 9")
                .isNotEqualTo(Trainers.straight(training, 9).text("evaluator.1"));
        assertThat(Trainers.cut(training, 11, 3, 9)).isEqualTo(straight);
    }

    /** Boxes are matched by an operation that only DJL's MXNet engine has had. */
    @ParameterizedTest
    @ValueSource(strings = {"BoundingBoxError", "SingleShotDetectionAccuracy"})
    void whatIsRefusedTheEngineDoesNotRun(String name) {
        try (NDManager manager = NDManager.newBaseManager("PyTorch")) {
            NDList labels = new NDList(manager.ones(new Shape(1, 1, 5)));
            NDList predictions = new NDList(
                    manager.ones(new Shape(1, 4, 4)), manager.ones(new Shape(1, 4, 2)), manager.ones(new Shape(1, 16)));
            Evaluator evaluator = REFUSED.get(name).get();
            evaluator.addAccumulator("all");

            assertThatThrownBy(() -> evaluator.updateAccumulator("all", labels, predictions))
                    .isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Test
    void theMetricsOfAnEpochThatWasCutAreThoseOfAWholeOne() throws Exception {
        Metrics whole = new Metrics();
        Metrics cut = new Metrics();
        Trainers.straight(with(whole), Small.BATCHES);
        Trainers.cut(with(cut), Small.BATCHES, 2, 5);
        for (String metric : List.of("train_epoch_Accuracy", "validate_epoch_SoftmaxCrossEntropyLoss")) {
            assertThat(cut.latestMetric(metric).getValue())
                    .as(metric)
                    .isEqualTo(whole.latestMetric(metric).getValue());
        }
    }

    @Test
    void eventsAreThoseOfEasyTrain() throws Exception {
        List<String> ours = new ArrayList<>();
        List<String> djls = new ArrayList<>();
        try (TrainerJob job = Trainers.small(config -> config.addTrainingListeners(new Noting(ours)))
                .epochs(2)
                .evaluate(Trainers.dataset(16, false))
                .build()) {
            Small.run(job, 0, 2 * Small.BATCHES);
        }
        try (Trainer trainer = Trainers.of(
                        Small::model,
                        () -> new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss())
                                .optOptimizer(Trainers.adam())
                                .addTrainingListeners(new Noting(djls)))
                .get()) {
            trainer.initialize(new Shape(Small.BATCH, Small.FEATURES));
            EasyTrain.fit(trainer, 2, Trainers.dataset(), Trainers.dataset(16, false));
        }
        assertThat(ours).isEqualTo(djls).contains("batch 50 of 50", "validation", "epoch", "end");
    }

    @Test
    void aListenerStopsTheTrainingAtTheSameAtomHoweverItIsCut() throws Exception {
        DjlTrainerBuilder training =
                stopping(EarlyStoppingListener.builder().optEpochPatience(2).optEarlyStopPctImprovement(20)::build);
        long straight = finish(training, Long.MAX_VALUE);
        assertThat(straight).isGreaterThan(2 * Small.BATCHES).isLessThan(100 * Small.BATCHES);
        assertThat(straight % Small.BATCHES).isZero();
        assertThat(finish(training, 5)).isEqualTo(straight);
        assertThat(finish(training, Small.BATCHES)).isEqualTo(straight);
    }

    @Test
    void aListenerWithAClockIsRefused() {
        assertThatThrownBy(() -> stopping(EarlyStoppingListener.builder().optMaxDuration(Duration.ofMinutes(5))::build)
                        .build())
                .isInstanceOf(NotResumableException.class)
                .hasMessageContaining("EarlyStoppingListener")
                .hasMessageContaining("300000 ms");
    }

    @Test
    void anEvaluatorWhoseCountsCannotBeSavedIsRefusedByItsField() {
        assertThatThrownBy(() -> Trainers.small(config -> config.addEvaluator(new Remembering()))
                        .build())
                .isInstanceOf(NotResumableException.class)
                .hasMessageContaining("evaluator Remembering")
                .hasMessageContaining("seen");
    }

    private static DjlTrainerBuilder logged(UnaryOperator<DefaultTrainingConfig> change) {
        return Trainers.small(config -> change.apply(config).addTrainingListeners(new EvaluatorTrainingListener()))
                .evaluate(Trainers.dataset(16, false));
    }

    private static DjlTrainerBuilder with(Metrics metrics) {
        return Trainers.small(config -> config.addTrainingListeners(new EvaluatorTrainingListener()), metrics)
                .evaluate(Trainers.dataset(16, false));
    }

    private static DjlTrainerBuilder stopping(Supplier<EarlyStoppingListener> listener) {
        return Trainers.small(
                        config -> {
                            TrainingListener[] basic = TrainingListener.Defaults.basic();
                            return config.addTrainingListeners(basic).addTrainingListeners(listener.get());
                        },
                        new Metrics())
                .evaluate(Trainers.dataset(16, false));
    }

    /** Runs to the end, in a fresh instance after every so many atoms, and returns how many there were. */
    private static long finish(DjlTrainerBuilder training, long every) throws Exception {
        Atomizable job = training.build();
        assertThat(job.spec().totalAtoms()).isEmpty();
        long atom = 0;
        while (!job.enough(atom)) {
            job.run(atom++);
            if (atom % every == 0) {
                MemoryState state = MemoryState.of(job);
                job.close();
                job = training.build();
                job.restore(state);
            }
        }
        job.close();
        return atom;
    }

    private record Noting(List<String> events) implements TrainingListener {

        @Override
        public void onEpoch(Trainer trainer) {
            events.add("epoch");
        }

        @Override
        public void onTrainingBatch(Trainer trainer, BatchData data) {
            events.add("batch %s of %s"
                    .formatted(data.getBatch().getProgress(), data.getBatch().getProgressTotal()));
        }

        @Override
        public void onValidationBatch(Trainer trainer, BatchData data) {
            events.add("validation");
        }

        @Override
        public void onTrainingBegin(Trainer trainer) {
            events.add("begin");
        }

        @Override
        public void onTrainingEnd(Trainer trainer) {
            events.add("end");
        }
    }

    private enum Form {
        /** Whether it is the second class or the third, and a score. */
        BINARY,
        /** The number of the class, and what it should be below. */
        LIMIT;

        NDList labels(NDList labels) {
            return this == BINARY ? new NDList(labels.head().gt(0.5f)) : labels;
        }

        NDList predictions(NDList predictions) {
            return new NDList(predictions.head().get(":, 1"));
        }
    }

    /** Holds an evaluator, and gives it what it understands. */
    private static final class Fed extends Evaluator {

        private final Evaluator held;
        private final Form form;

        Fed(Evaluator held, Form form) {
            super("fed");
            this.held = held;
            this.form = form;
        }

        @Override
        public NDArray evaluate(NDList given, NDList predicted) {
            return held.evaluate(form.labels(given), form.predictions(predicted));
        }

        @Override
        public void addAccumulator(String key) {
            held.addAccumulator(key);
        }

        @Override
        public void updateAccumulator(String key, NDList given, NDList predicted) {
            held.updateAccumulator(key, form.labels(given), form.predictions(predicted));
        }

        @Override
        public void resetAccumulator(String key) {
            held.resetAccumulator(key);
        }

        @Override
        public float getAccumulator(String key) {
            return held.getAccumulator(key);
        }
    }

    private static final class Remembering extends Evaluator {

        private final Map<Integer, Object> seen = new HashMap<>();

        Remembering() {
            super("remembering");
        }

        @Override
        public NDArray evaluate(NDList labels, NDList predictions) {
            return predictions.head();
        }

        @Override
        public void addAccumulator(String key) {
            seen.put(seen.size(), key);
        }

        @Override
        public void updateAccumulator(String key, NDList labels, NDList predictions) {}

        @Override
        public void resetAccumulator(String key) {}

        @Override
        public float getAccumulator(String key) {
            return 0;
        }
    }
}
