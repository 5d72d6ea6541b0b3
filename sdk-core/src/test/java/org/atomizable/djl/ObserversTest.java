package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.metric.Metrics;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
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
import org.atomizable.djl.state.NotResumableException;
import org.atomizable.djl.trainer.TrainerJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Evaluators and listeners see what they would see in a training without interruption. */
final class ObserversTest {

    private static final Map<String, Supplier<Evaluator>> EVALUATORS = Map.of(
            "Accuracy", Accuracy::new,
            "TopKAccuracy", () -> new TopKAccuracy(2),
            "IndexEvaluator", () -> new IndexEvaluator(new Accuracy(), 0),
            // These do not understand three classes. They are wrapped, saved and restored, and asked nothing.
            "BinaryAccuracy", () -> new Silent(new BinaryAccuracy()),
            "Coverage", () -> new Silent(new Coverage()),
            "BoundingBoxError", () -> new Silent(new BoundingBoxError("boxes")),
            "SingleShotDetectionAccuracy", () -> new Silent(new SingleShotDetectionAccuracy("classes")));

    static Collection<String> evaluators() {
        return DjlClasses.of(Evaluator.class).entrySet().stream()
                .filter(each -> !Loss.class.isAssignableFrom(each.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("evaluators")
    void everyEvaluatorGoesOnInTheMiddleOfAnEpoch(String name) throws Exception {
        assertThat(EVALUATORS).as("decide about evaluator %s", name).containsKey(name);
        DjlTrainerBuilder training =
                logged(config -> config.addEvaluator(EVALUATORS.get(name).get()));
        MemoryState straight = Trainers.straight(training, 11);
        assertThat(straight.text("evaluator.1")).contains("train%2Fepoch");
        assertThat(Trainers.cut(training, 11, 3, 9)).isEqualTo(straight);
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
            trainer.initialize(new ai.djl.ndarray.types.Shape(Small.BATCH, Small.FEATURES));
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
            events.add("batch %d of %d"
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

    /** Holds an evaluator that is not asked. */
    private static final class Silent extends Evaluator {

        private final Evaluator held;

        Silent(Evaluator held) {
            super("silent");
            this.held = held;
        }

        @Override
        public NDArray evaluate(NDList labels, NDList predictions) {
            return predictions.head();
        }

        @Override
        public void addAccumulator(String key) {
            held.addAccumulator(key);
        }

        @Override
        public void updateAccumulator(String key, NDList labels, NDList predictions) {}

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
