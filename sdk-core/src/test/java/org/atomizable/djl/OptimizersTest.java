package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.Device;
import ai.djl.ndarray.NDArray;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.CyclicalTracker;
import ai.djl.training.tracker.LinearTracker;
import ai.djl.training.tracker.ParameterTracker;
import ai.djl.training.tracker.PolynomialDecayTracker;
import ai.djl.training.tracker.Tracker;
import ai.djl.training.tracker.WarmUpTracker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.atomizable.core.state.MemoryState;
import org.atomizable.djl.state.NotResumableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every optimizer and tracker of DJL resumes exactly or is refused by name. */
final class OptimizersTest {

    private static final long ATOMS = 2 * Small.BATCHES;

    /** Those that PyTorch runs. */
    private static final Map<String, List<Supplier<Optimizer>>> RESUMED = Map.of(
            "Sgd",
            List.of(
                    () -> Optimizer.sgd()
                            .setLearningRateTracker(Tracker.fixed(0.05f))
                            .build(),
                    () -> Optimizer.sgd()
                            .setLearningRateTracker(Tracker.fixed(0.05f))
                            .optMomentum(0.9f)
                            .optWeightDecays(0.001f)
                            .optClipGrad(0.5f)
                            .build()),
            "Adam",
            List.of(
                    Trainers::adam,
                    () -> Optimizer.adam()
                            .optClipGrad(0.1f)
                            .setRescaleGrad(0.5f)
                            .build()),
            "AdamW",
            List.of(() -> Optimizer.adamW().build()));

    /** Those that it does not. */
    private static final Map<String, Supplier<Optimizer>> REFUSED = Map.of(
            "Nag",
                    () -> Optimizer.nag()
                            .setLearningRateTracker(Tracker.fixed(0.05f))
                            .setMomentum(0.9f)
                            .build(),
            "Adagrad", () -> Optimizer.adagrad().build(),
            "Adadelta", () -> Optimizer.adadelta().build(),
            "RmsProp", () -> Optimizer.rmsprop().build());

    private static final Map<String, Supplier<ParameterTracker>> TRACKERS = Map.of(
            "FixedTracker", () -> Tracker.fixed(0.01f),
            "FixedPerVarTracker",
                    () -> ai.djl.training.tracker.FixedPerVarTracker.builder()
                            .setDefaultValue(0.01f)
                            .build(),
            "FactorTracker",
                    () -> Tracker.factor().setBaseValue(0.05f).setFactor(0.9f).build(),
            "MultiFactorTracker",
                    () -> Tracker.multiFactor()
                            .setBaseValue(0.05f)
                            .optFactor(0.5f)
                            .setSteps(new int[] {2, 5, 9})
                            .build(),
            "CosineTracker",
                    () -> Tracker.cosine().setBaseValue(0.05f).setMaxUpdates(10).build(),
            "LinearTracker",
                    () -> LinearTracker.builder()
                            .setBaseValue(0.05f)
                            .optSlope(-0.001f)
                            .optMaxUpdates(12)
                            .build(),
            "PolynomialDecayTracker",
                    () -> PolynomialDecayTracker.builder()
                            .setBaseValue(0.05f)
                            .setEndLearningRate(0.001f)
                            .setDecaySteps(9)
                            .build(),
            "CyclicalTracker",
                    () -> CyclicalTracker.builder()
                            .optBaseValue(0.01f)
                            .optMaxValue(0.05f)
                            .optStepSizeUp(3)
                            .build(),
            "WarmUpTracker",
                    () -> WarmUpTracker.builder()
                            .optWarmUpSteps(4)
                            .setMainTracker(Tracker.multiFactor()
                                    .setBaseValue(0.05f)
                                    .optFactor(0.5f)
                                    .setSteps(new int[] {3, 6})
                                    .build())
                            .build());

    static Collection<String> optimizers() {
        return DjlClasses.of(Optimizer.class).keySet();
    }

    static Collection<String> trackers() {
        return DjlClasses.of(ParameterTracker.class).keySet();
    }

    @ParameterizedTest
    @MethodSource("optimizers")
    void everyOptimizerIsResumedExactlyOrRefusedByName(String name) throws Exception {
        assertThat(decided()).as("decide about optimizer %s", name).contains(name);
        for (Supplier<Optimizer> optimizer : RESUMED.getOrDefault(name, List.of())) {
            requireExact(optimizer);
        }
        if (REFUSED.containsKey(name)) {
            assertThatThrownBy(() -> training(REFUSED.get(name)).build())
                    .isInstanceOf(NotResumableException.class)
                    .hasMessageContaining("optimizer " + name)
                    .hasMessageContaining("Use Sgd, Adam or AdamW");
        }
    }

    private static Set<String> decided() {
        Set<String> all = new TreeSet<>(RESUMED.keySet());
        all.addAll(REFUSED.keySet());
        return all;
    }

    @ParameterizedTest
    @MethodSource("trackers")
    void everyTrackerIsResumedExactly(String name) throws Exception {
        assertThat(TRACKERS).as("decide about tracker %s", name).containsKey(name);
        requireExact(() -> Optimizer.adam()
                .optLearningRateTracker(TRACKERS.get(name).get())
                .build());
    }

    @Test
    void aRestoreInTheSameInstanceTurnsATrackerBack() throws Exception {
        Supplier<Optimizer> falling = () -> Optimizer.sgd()
                .setLearningRateTracker(TRACKERS.get("MultiFactorTracker").get())
                .build();
        try (var job = training(falling).build()) {
            Small.run(job, 0, 1);
            MemoryState early = MemoryState.of(job);
            Small.run(job, 1, ATOMS);
            job.restore(early);
            Small.run(job, 1, ATOMS);
            assertThat(MemoryState.of(job)).isEqualTo(Trainers.straight(training(falling), ATOMS));
        }
    }

    @Test
    void anOptimizerOfAUserIsResumedExactly() throws Exception {
        requireExact(Heavy::new);
    }

    @Test
    void anOptimizerThatKeepsSomethingElseIsRefusedByItsField() {
        assertThatThrownBy(() -> training(Counting::new).build())
                .isInstanceOf(NotResumableException.class)
                .hasMessageContaining("optimizer Counting")
                .hasMessageContaining("updates")
                .hasMessageContaining("AtomicInteger");
    }

    @Test
    void anOptimizerOfAnotherTrainingIsRefused() throws Exception {
        Optimizer shared = Trainers.adam();
        DjlTrainerBuilder training = training(() -> shared);
        try (var job = training.build()) {
            Small.run(job, 0, 2);
            assertThatThrownBy(training::build).hasMessageContaining("inside the supplier");
        }
    }

    private static void requireExact(Supplier<Optimizer> optimizer) throws Exception {
        DjlTrainerBuilder training = training(optimizer);
        MemoryState straight = Trainers.straight(training, ATOMS);
        assertThat(straight.tensor("parameter/01Linear_weight"))
                .isNotEqualTo(Trainers.straight(training, 0).tensor("parameter/01Linear_weight"));
        assertThat(Trainers.cut(training, ATOMS, 1, 4, 11)).isEqualTo(straight);
    }

    private static DjlTrainerBuilder training(Supplier<Optimizer> optimizer) {
        return Trainers.small(config -> config.optOptimizer(optimizer.get()));
    }

    private static final class Settings extends Optimizer.OptimizerBuilder<Settings> {
        @Override
        protected Settings self() {
            return this;
        }
    }

    /** Heavy ball with a history, a list and noise from the engine. */
    private static final class Heavy extends Optimizer {

        private final Map<String, Map<Device, NDArray>> speeds = new HashMap<>();
        private final List<Float> norms = new ArrayList<>(List.of(0f));
        private float rate = 0.05f;

        Heavy() {
            super(new Settings());
        }

        @Override
        public void update(String id, NDArray weight, NDArray gradient) {
            NDArray speed = withDefaultState(speeds, id, weight.getDevice(), key -> weight.zerosLike());
            try (NDArray memory = weight.stopGradient()) {
                speed.muli(0.9f).addi(gradient);
                NDArray noise = weight.getManager().randomNormal(0, 0.001f, weight.getShape(), weight.getDataType());
                memory.subi(speed.mul(rate)).addi(noise);
            }
            rate *= 0.999f;
            if (norms.size() < 20) {
                norms.add(rate);
            }
        }
    }

    private static final class Counting extends Optimizer {

        private final AtomicInteger updates = new AtomicInteger();

        Counting() {
            super(new Settings());
        }

        @Override
        public void update(String id, NDArray weight, NDArray gradient) {
            updates.incrementAndGet();
        }
    }
}
