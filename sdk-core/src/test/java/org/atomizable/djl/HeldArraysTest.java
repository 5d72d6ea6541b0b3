package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import ai.djl.nn.Block;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.Metric;
import org.atomizable.api.Tensor;
import org.atomizable.core.state.MemoryState;
import org.junit.jupiter.api.Test;

/** What a job holds outside the heap, and what it must leave alone. */
final class HeldArraysTest {

    @Test
    void noArrayIsLeftBehindByTwoHundredAtoms() throws Exception {
        try (DjlTraining job = Small.training().build()) {
            Small.run(job, 0, 1);
            int held = job.arraysHeld();
            Small.run(job, 1, 200);
            MemoryState state = MemoryState.of(job);
            job.restore(state);
            job.evaluate();
            Small.run(job, 200, 210);
            assertThat(job.arraysHeld()).isEqualTo(held);
        }
    }

    @Test
    void anArrayThatABlockLeavesWithItsParametersIsClosedAfterTheStep() throws Exception {
        try (DjlTraining job = Small.training()
                .model(() -> {
                    Linear linear = Linear.builder().setUnits(3).build();
                    return new SequentialBlock().add(linear).add(input -> {
                        NDArray weight =
                                linear.getParameters().get(0).getValue().getArray();
                        weight.mul(2); // made where the weight is, not where the batch is
                        return input;
                    });
                })
                .build()) {
            Small.run(job, 0, 1);
            int held = job.arraysHeld();
            Small.run(job, 1, 50);
            assertThat(job.arraysHeld()).isEqualTo(held);
        }
    }

    @Test
    void memoryIsCountedTheSameInEveryRun() throws Exception {
        List<List<Bytes>> runs = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            try (Atomizable job = Small.training().build()) {
                List<Bytes> seen = new ArrayList<>();
                seen.add(job.memoryUsed().orElseThrow());
                for (int atom = 0; atom < 9; atom++) {
                    job.run(atom);
                    seen.add(job.memoryUsed().orElseThrow());
                }
                seen.add(job.memoryUsed().orElseThrow());
                runs.add(seen);
            }
        }
        assertThat(runs.get(0)).isEqualTo(runs.get(1));
        // 12*6 + 12 + 4*12 + 3*12 + 3 numbers, of which 24 are not trained; the others have a gradient and two moments.
        Bytes atRest = Bytes.of(4 * (171 + 3 * 147));
        assertThat(runs.get(0).get(0)).isEqualTo(atRest);
        assertThat(runs.get(0).get(10)).isEqualTo(atRest);
        assertThat(runs.get(0).get(1)).isGreaterThan(atRest);
        // The seventh batch of an epoch holds 2 examples instead of 8.
        assertThat(runs.get(0).get(7)).isLessThan(runs.get(0).get(6));
    }

    @Test
    void evaluationLeavesTheStateAsItWas() throws Exception {
        try (Atomizable job = Small.training().build()) {
            Metric untrained = job.evaluate().orElseThrow();
            Small.run(job, 0, 200);
            MemoryState before = MemoryState.of(job);
            Metric trained = job.evaluate().orElseThrow();
            assertThat(MemoryState.of(job)).isEqualTo(before);
            assertThat(job.evaluate()).contains(trained);
            assertThat(trained.low()).isGreaterThan(untrained.high());
            Small.run(job, 200, 203);
            assertThat(MemoryState.of(job)).isEqualTo(Small.straight(Small.training(), 203));
        }
    }

    @Test
    void trainingNeverWritesIntoTheCheckpointItWasRestoredFrom() throws Exception {
        MemoryState state = Small.straight(Small.training(), 5);
        MemoryState copy = new MemoryState(new LinkedHashMap<>());
        for (Map.Entry<String, Tensor> entry : state.tensors().entrySet()) {
            copy.tensor(entry.getKey(), entry.getValue());
        }
        try (Atomizable job = Small.training().build()) {
            job.restore(state);
            Small.run(job, 5, 8);
            assertThat(state).isEqualTo(copy);
        }
    }

    @Test
    void frozenParametersStayAsTheyAre() throws Exception {
        DjlTrainingBuilder training = Small.training().model(() -> {
            SequentialBlock model = Small.model();
            model.getChildren().get(0).getValue().freezeParameters(true);
            return model;
        });
        MemoryState start = Small.straight(training, 0);
        MemoryState end = Small.straight(training, 10);
        assertThat(end.tensor("parameter/01Linear_weight")).isEqualTo(start.tensor("parameter/01Linear_weight"));
        assertThat(end.tensor("parameter/05Linear_weight")).isNotEqualTo(start.tensor("parameter/05Linear_weight"));
        assertThat(end.names()).doesNotContain("mean/01Linear_weight").contains("mean/05Linear_weight");
        assertThat(Small.cut(training, 10, 4)).isEqualTo(end);
    }

    @Test
    void aParameterThatTwoBlocksShareIsUpdatedOnce() throws Exception {
        DjlTrainingBuilder training = Small.training().model(() -> {
            Block shared = Linear.builder().setUnits(Small.FEATURES).build();
            return new SequentialBlock()
                    .add(shared)
                    .add(shared)
                    .add(Linear.builder().setUnits(3).build());
        });
        MemoryState end = Small.straight(training, 6);
        assertThat(end.names().stream().filter(name -> name.startsWith("parameter/")))
                .hasSize(4);
        assertThat(Small.cut(training, 6, 3)).isEqualTo(end);
    }

    @Test
    void aTrainingWithoutEvaluationHasNone() throws Exception {
        try (Atomizable job = DjlTraining.of(org.atomizable.api.JobSpec.of("mute", 3))
                .model(Small::model)
                .loss(ai.djl.training.loss.Loss.softmaxCrossEntropyLoss())
                .optimizer(ExactOptimizer.sgd(Small.RATE))
                .data(new Small.Source(Optional.empty()), Small.BATCH)
                .build()) {
            assertThat(job.evaluate()).isEmpty();
        }
    }
}
