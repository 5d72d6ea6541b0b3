package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.loss.Loss;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.atomizable.api.Atomizable;
import org.atomizable.core.state.MemoryState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mistakes that made other libraries' resumes inexact; none may be ours. */
final class ResumeTest {

    private static final long ATOMS = 3 * Small.BATCHES + 2;

    /** Before the first atom, in an epoch, twice in one, and around the end of one of 7 batches. */
    @ParameterizedTest
    @ValueSource(strings = {"0 0", "10", "2 4 5", "7", "6 7 8"})
    void aCutRunEndsInTheSameBitsAsAStraightOne(String cuts) throws Exception {
        long[] atoms = Stream.of(cuts.split(" ")).mapToLong(Long::parseLong).toArray();
        assertThat(Small.cut(Small.training(), ATOMS, atoms)).isEqualTo(Small.straight(Small.training(), ATOMS));
    }

    @Test
    void itsNotesTellSeedAndPlaceInTheData() throws Exception {
        try (Atomizable job = Small.training().seed(5).build()) {
            Small.run(job, 0, Small.BATCHES + 2);
            assertThat(job.notes())
                    .containsEntry("seed", "5")
                    .containsEntry("epoch", "1")
                    .containsEntry("batchOfEpoch", "2");
        }
    }

    @Test
    void randomNumbersDrawnBetweenResumeAndStepDoNotShiftTheSteps() throws Exception {
        MemoryState straight = Small.straight(Small.training(), 6);
        try (Atomizable job = Small.training().build();
                NDManager other = NDManager.newBaseManager()) {
            for (int atom = 0; atom < 6; atom++) {
                other.randomUniform(0, 1, new Shape(3));
                job.run(atom);
                Engine.getInstance().setRandomSeed(99);
            }
            assertThat(MemoryState.of(job)).isEqualTo(straight);
        }
    }

    @Test
    void nothingIsLoadedAheadOfTheTraining() throws Exception {
        AtomicInteger loads = new AtomicInteger();
        ExampleSource counted = counting(loads);
        try (Atomizable job = Small.training().data(counted, Small.BATCH).build()) {
            loads.set(0);
            Small.run(job, 0, 5);
            assertThat(loads).hasValue(5);
        }
    }

    @Test
    void loaderAndModelCannotStandAtDifferentSteps() throws Exception {
        try (Atomizable job = Small.training().build()) {
            Small.run(job, 0, 3);
            assertThatThrownBy(() -> job.run(4))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("stands before atom 3");
            assertThat(MemoryState.of(job).longs("progress")).containsExactly(3);
        }
    }

    @Test
    void theNumbersThatLoadingDrawsFollowFromTheAtom() throws Exception {
        ExampleSource source = new Small.Source(Optional.empty());
        DjlTrainingBuilder noisy = Small.training()
                .data(
                        new ExampleSource() {
                            @Override
                            public int size() {
                                return source.size();
                            }

                            @Override
                            public Examples load(NDManager manager, int[] indices) throws IOException {
                                Examples plain = source.load(manager, indices);
                                NDArray data = plain.data().head();
                                return new Examples(
                                        new NDList(data.add(manager.randomNormal(data.getShape()))), plain.labels());
                            }
                        },
                        Small.BATCH);
        MemoryState straight = Small.straight(noisy, 12);
        assertThat(Small.cut(noisy, 12, 3, 7)).isEqualTo(straight);
        String weight = "parameter/01Linear_weight";
        assertThat(straight.tensor(weight))
                .isNotEqualTo(Small.straight(Small.training(), 12).tensor(weight));
    }

    /** Checkpoints that were written before must be found by the same names. */
    @Test
    void theEntriesOfAStateKeepTheirNames() throws Exception {
        MemoryState state = Small.straight(Small.training(), 1);
        assertThat(state.names().stream().filter(name -> !name.contains("BatchNorm")))
                .containsExactlyInAnyOrder(
                        "progress",
                        "recipe",
                        "examples",
                        "environment",
                        "parameter/01Linear_weight",
                        "mean/01Linear_weight",
                        "variance/01Linear_weight",
                        "parameter/01Linear_bias",
                        "mean/01Linear_bias",
                        "variance/01Linear_bias",
                        "parameter/05Linear_weight",
                        "mean/05Linear_weight",
                        "variance/05Linear_weight",
                        "parameter/05Linear_bias",
                        "mean/05Linear_bias",
                        "variance/05Linear_bias");
        assertThat(state.text("recipe"))
                .isEqualTo("seed 7, 50 examples in batches of 8, adam(0.9, 0.999, 1.0E-8, decay 0.0, clip -1.0)");
    }

    @Test
    void totalWorkDoesNotGrowAtAResume() throws Exception {
        MemoryState state = Small.straight(Small.training(), 4);
        assertThat(state.names()).noneMatch(name -> name.contains("total"));
        try (Atomizable job = Small.training().build()) {
            job.restore(state);
            assertThat(job.spec().totalAtoms()).hasValue(Small.ATOMS);
            job.restore(state);
            assertThat(job.spec().totalAtoms()).hasValue(Small.ATOMS);
        }
    }

    @Test
    void theLearningRateOfAResumedRunIsThatOfItsUpdateCount() throws Exception {
        DjlTrainingBuilder falling =
                Small.training().optimizer(ExactOptimizer.sgd(LearningRate.steps(0.1f, 0.5f, 4), 0.9f));
        assertThat(Small.cut(falling, 14, 3, 4, 9)).isEqualTo(Small.straight(falling, 14));
    }

    @Test
    void theStatisticsOfBatchNormAreResumed() throws Exception {
        MemoryState state = Small.straight(Small.training(), 4);
        assertThat(state.names())
                .anyMatch(name -> name.endsWith("runningMean"))
                .anyMatch(name -> name.endsWith("runningVar"));
        assertThat(state.floats(name(state, "runningMean"))).isNotEqualTo(new float[12]);
    }

    @Test
    void aStepThatFailedHalfWayLeavesNothingBehind() throws Exception {
        AtomicBoolean fail = new AtomicBoolean();
        LearningRate failing = update -> {
            if (fail.get()) {
                throw new IllegalStateException("between the gradients and the update");
            }
            return Small.RATE.at(update);
        };
        try (Atomizable job =
                Small.training().optimizer(ExactOptimizer.adam(failing)).build()) {
            Small.run(job, 0, 5);
            MemoryState saved = MemoryState.of(job);
            fail.set(true);
            assertThatThrownBy(() -> job.run(5)).hasMessageContaining("between");
            assertThatThrownBy(() -> job.run(5)).hasMessageContaining("restore it first");
            assertThatThrownBy(() -> MemoryState.of(job)).hasMessageContaining("restore it first");
            fail.set(false);
            job.restore(saved);
            Small.run(job, 5, 9);
            assertThat(MemoryState.of(job)).isEqualTo(Small.straight(Small.training(), 9));
        }
    }

    @Test
    void aGradientThatIsNoNumberDoesNotOutliveARestore() throws Exception {
        AtomicBoolean poison = new AtomicBoolean();
        Loss loss = Loss.softmaxCrossEntropyLoss();
        try (DjlTraining job = Small.training()
                .optimizer(ExactOptimizer.adam(update -> poison.get() ? Float.NaN : Small.RATE.at(update)))
                .loss(new SimpleLoss("poisoned", (labels, said) -> {
                    NDArray value = loss.evaluate(labels, said);
                    return poison.get() ? value.mul(Float.NaN) : value;
                }))
                .build()) {
            Small.run(job, 0, 5);
            MemoryState saved = MemoryState.of(job);
            poison.set(true);
            assertThatThrownBy(() -> job.run(5)).hasMessageContaining("learning rate of update 6 is NaN");
            poison.set(false);
            job.restore(saved);
            Small.run(job, 5, 8);
            assertThat(MemoryState.of(job)).isEqualTo(Small.straight(Small.training(), 8));
        }
    }

    @Test
    void whichThreadRunsAnAtomDoesNotMatter() throws Exception {
        try (Atomizable job = Small.training().build()) {
            for (int i = 0; i < 8; i++) {
                int atom = i;
                OnThread.run(() -> {
                    job.run(atom);
                    job.restore(MemoryState.of(job));
                });
            }
            assertThat(MemoryState.of(job)).isEqualTo(Small.straight(Small.training(), 8));
        }
    }

    private static ExampleSource counting(AtomicInteger loads) {
        ExampleSource source = new Small.Source(Optional.of("abc"));
        return new ExampleSource() {
            @Override
            public int size() {
                return source.size();
            }

            @Override
            public Examples load(NDManager manager, int[] indices) throws IOException {
                loads.incrementAndGet();
                return source.load(manager, indices);
            }
        };
    }

    private static String name(MemoryState state, String ending) {
        return state.names().stream()
                .filter(name -> name.endsWith(ending))
                .findFirst()
                .orElseThrow();
    }
}
