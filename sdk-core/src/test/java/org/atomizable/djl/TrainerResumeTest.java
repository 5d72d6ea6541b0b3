package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.training.optimizer.Optimizer;
import java.util.function.UnaryOperator;
import org.atomizable.api.Metric;
import org.atomizable.core.state.MemoryState;
import org.atomizable.djl.trainer.TrainerJob;
import org.junit.jupiter.api.Test;

/** What a DJL trainer trains resumes exactly. */
final class TrainerResumeTest {

    private static final long ATOMS = 2 * Small.BATCHES + 3;

    @Test
    void aTrainerEndsInTheBitsOfTheSameTrainingWithoutOne() throws Exception {
        MemoryState trainer = Trainers.straight(Trainers.small(UnaryOperator.identity()), ATOMS);
        MemoryState without = Small.straight(
                Small.training()
                        .optimizer(ExactOptimizer.adam(ai.djl.training.tracker.Tracker.factor()
                                .setBaseValue(0.02f)
                                .setFactor(0.995f)
                                .build()::getNewValue)),
                ATOMS);
        for (String name : without.names()) {
            if (name.startsWith("parameter/")) {
                assertThat(trainer.tensor(name)).as(name).isEqualTo(without.tensor(name));
            }
        }
        assertThat(trainer.tensor("optimizer/means/01Linear_weight")).isEqualTo(without.tensor("mean/01Linear_weight"));
    }

    @Test
    void theLossOfTheNewestAtomIsToldAlikeWithAndWithoutATrainer() throws Exception {
        try (TrainerJob trainer = Trainers.small(UnaryOperator.identity()).build();
                DjlTraining without = Small.training().build()) {
            assertThat(trainer.measure()).isEmpty();
            assertThat(without.measure()).isEmpty();
            Small.run(trainer, 0, 1);
            Small.run(without, 0, 1);
            Metric first = trainer.measure().orElseThrow();
            assertThat(without.measure()).contains(first);

            MemoryState state = MemoryState.of(trainer);
            Small.run(trainer, 1, 150);
            Metric later = trainer.measure().orElseThrow();
            assertThat(later.name()).isEqualTo("loss");
            assertThat(later.value()).isBetween(0.0, first.value() / 2);
            trainer.restore(state);
            assertThat(trainer.measure()).isEmpty();
        }
    }

    @Test
    void theWholeIsKnownAndSoIsTheAtomThatEvaluates() throws Exception {
        try (TrainerJob job = Trainers.small(UnaryOperator.identity())
                .epochs(4)
                .evaluate(Trainers.dataset(16, false))
                .build()) {
            assertThat(job.spec().totalAtoms()).hasValue(4 * Small.BATCHES);
            assertThat(job.spec().phaseOf(Small.BATCHES - 1)).isEqualTo("evaluation");
            assertThat(job.spec().memory()).isPresent();
        }
    }

    @Test
    void noArrayIsLeftBehind() throws Exception {
        try (TrainerJob job = Trainers.small(UnaryOperator.identity())
                .evaluate(Trainers.dataset(16, false))
                .build()) {
            Small.run(job, 0, 1);
            int held = job.model().getNDManager().getManagedArrays().size();
            Small.run(job, 1, 30);
            MemoryState state = MemoryState.of(job);
            job.restore(state);
            job.evaluate();
            Small.run(job, 30, 40);
            assertThat(job.model().getNDManager().getManagedArrays()).hasSize(held);
        }
    }

    @Test
    void evaluationLeavesTheStateAsItWas() throws Exception {
        try (TrainerJob job = Trainers.small(UnaryOperator.identity())
                .evaluate(Trainers.dataset(16, false))
                .build()) {
            Metric untrained = job.evaluate().orElseThrow();
            Small.run(job, 0, 150);
            MemoryState before = MemoryState.of(job);
            Metric trained = job.evaluate().orElseThrow();
            assertThat(MemoryState.of(job)).isEqualTo(before);
            assertThat(trained.name()).isEqualTo("accuracy");
            assertThat(trained.low()).isGreaterThan(untrained.high());
        }
    }

    /** Checkpoints that were written before must be found by the same names. */
    @Test
    void theEntriesOfAStateKeepTheirNames() throws Exception {
        MemoryState state = Trainers.straight(Trainers.small(UnaryOperator.identity()), 1);
        assertThat(state.names().stream().filter(name -> !name.contains("BatchNorm") && !name.contains("05Linear")))
                .containsExactlyInAnyOrder(
                        "progress",
                        "recipe",
                        "batches",
                        "environment",
                        "evaluator.0",
                        "evaluator.0.configuration",
                        "evaluator.1",
                        "evaluator.1.configuration",
                        "parameter/01Linear_weight",
                        "parameter/01Linear_bias",
                        "optimizer",
                        "optimizer.configuration",
                        "optimizer/means/01Linear_weight",
                        "optimizer/means/01Linear_bias",
                        "optimizer/variances/01Linear_weight",
                        "optimizer/variances/01Linear_bias");
        assertThat(state.longs("progress")).containsExactly(1, 0, 1, 0, 1, -1);
        assertThat(state.text("recipe")).isEqualTo("seed 7, 50 examples shuffled, in batches of 8, 1 to an update");
    }

    @Test
    void anotherConfigurationIsRefusedByTheNumberThatDiffers() throws Exception {
        MemoryState state = Trainers.straight(Trainers.small(UnaryOperator.identity()), 3);
        try (TrainerJob job = Trainers.small(config ->
                        config.optOptimizer(Optimizer.adam().optBeta1(0.8f).build()))
                .build()) {
            assertThatThrownBy(() -> job.restore(state))
                    .hasMessageContaining("beta1")
                    .hasMessageContaining("0.8");
            assertThatThrownBy(() -> job.run(3)).hasMessageContaining("restore it first");
        }
    }
}
