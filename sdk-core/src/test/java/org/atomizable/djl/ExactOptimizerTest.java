package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Parameter;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.FactorTracker;
import ai.djl.training.tracker.Tracker;
import ai.djl.util.Pair;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.atomizable.core.state.MemoryState;
import org.atomizable.djl.data.Shuffle;
import org.atomizable.djl.engine.EngineTurn;
import org.atomizable.djl.engine.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Our optimizers end in the bits of DJL's own, which cannot be saved. */
final class ExactOptimizerTest {

    private static final int STEPS = 40;
    private static final Tracker TRACKER =
            FactorTracker.builder().setBaseValue(0.02f).setFactor(0.995f).build();
    private static final LearningRate RATE = TRACKER::getNewValue;

    static Stream<Arguments> optimizers() {
        return Stream.of(
                Arguments.of(
                        ExactOptimizer.adam(RATE),
                        Optimizer.adam().optLearningRateTracker(TRACKER).build()),
                Arguments.of(
                        ExactOptimizer.adam(RATE)
                                .betas(0.8f, 0.99f)
                                .weightDecay(0.01f)
                                .clip(0.1f),
                        Optimizer.adam()
                                .optLearningRateTracker(TRACKER)
                                .optBeta1(0.8f)
                                .optBeta2(0.99f)
                                .optWeightDecays(0.01f)
                                .optClipGrad(0.1f)
                                .build()),
                Arguments.of(
                        ExactOptimizer.adamW(RATE),
                        Optimizer.adamW().optLearningRateTracker(TRACKER).build()),
                Arguments.of(
                        ExactOptimizer.sgd(RATE).weightDecay(0.001f),
                        Optimizer.sgd()
                                .setLearningRateTracker(TRACKER)
                                .optWeightDecays(0.001f)
                                .build()),
                Arguments.of(
                        ExactOptimizer.sgd(RATE, 0.9f).clip(0.5f),
                        Optimizer.sgd()
                                .setLearningRateTracker(TRACKER)
                                .optMomentum(0.9f)
                                .optClipGrad(0.5f)
                                .build()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("optimizers")
    void itEqualsThatOfDjl(ExactOptimizer ours, Optimizer theirs) throws Exception {
        Map<String, float[]> expected = trainedByDjl(theirs);
        MemoryState state = Small.straight(Small.training().optimizer(ours), STEPS);
        for (Map.Entry<String, float[]> entry : expected.entrySet()) {
            assertThat(state.floats("parameter/" + entry.getKey()))
                    .as(entry.getKey())
                    .containsExactly(entry.getValue());
        }
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> ExactOptimizer.sgd(RATE, 1f)).hasMessageContaining("momentum");
        assertThatThrownBy(() -> ExactOptimizer.sgd(RATE).betas(0.9f, 0.9f)).hasMessageContaining("only Adam");
        assertThatThrownBy(() -> ExactOptimizer.adam(RATE).betas(1f, 0.9f)).hasMessageContaining("betas");
        assertThatThrownBy(() -> ExactOptimizer.adam(RATE).clip(0f)).hasMessageContaining("clipped");
    }

    private static Map<String, float[]> trainedByDjl(Optimizer optimizer) throws Exception {
        Engine engine = EngineTurn.engine();
        Small.Source source = new Small.Source(Optional.empty());
        Shuffle shuffle = new Shuffle(7, Small.EXAMPLES, Small.BATCH, false);
        Loss loss = Loss.softmaxCrossEntropyLoss();
        try (Model model = Model.newInstance("reference")) {
            model.setBlock(Small.model());
            try (Trainer trainer = model.newTrainer(new DefaultTrainingConfig(loss).optOptimizer(optimizer))) {
                engine.setRandomSeed(Seeds.ofAtom(7, -1));
                trainer.initialize(new Shape(Small.BATCH, Small.FEATURES));
                for (int atom = 0; atom < STEPS; atom++) {
                    engine.setRandomSeed(Seeds.ofAtom(7, atom));
                    try (NDManager scope = trainer.getManager().newSubManager();
                            GradientCollector collector = trainer.newGradientCollector()) {
                        Examples batch = source.load(scope, shuffle.indices(atom));
                        NDArray value = loss.evaluate(batch.labels(), trainer.forward(batch.data(), batch.labels()));
                        collector.backward(value);
                        trainer.step();
                    }
                }
            }
            Map<String, float[]> parameters = new LinkedHashMap<>();
            for (Pair<String, Parameter> entry : model.getBlock().getParameters()) {
                parameters.put(entry.getKey(), entry.getValue().getArray().toFloatArray());
            }
            return parameters;
        }
    }
}
