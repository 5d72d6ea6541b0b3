package org.atomizable.djl.trainer;

import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.training.dataset.Batch;
import ai.djl.training.evaluator.AbstractAccuracy;
import ai.djl.training.evaluator.Evaluator;
import java.io.IOException;
import java.util.Locale;
import org.atomizable.api.Metric;
import org.atomizable.djl.data.BatchFeed;
import org.atomizable.djl.engine.HeldMemory;
import org.atomizable.djl.engine.Seeds;
import org.atomizable.djl.state.DjlFields;

/** The data set on which a training is evaluated: always the first epoch of its batches. */
final class Validation {

    private static final String ACCUMULATOR = "atomizable/evaluation";

    private final BatchFeed feed;
    private final NDManager manager;

    Validation(BatchFeed feed, NDManager manager) {
        this.feed = feed;
        this.manager = manager;
    }

    /** Something done with each batch. */
    @FunctionalInterface
    interface BatchWork {
        void take(Batch batch, int seed) throws IOException;
    }

    void each(long seed, HeldMemory memory, BatchWork work) throws IOException {
        for (long number = 0; feed.has(0, number); number++) {
            int chance = Seeds.ofAtom(seed, number);
            feed.use(0, number, manager, "in an evaluation", batch -> {
                work.take(batch, chance);
                memory.observe();
                return batch;
            });
        }
    }

    /** Returns what an evaluator says of all batches. */
    Metric metric(long seed, HeldMemory memory, Evaluator evaluator, Pass pass) throws IOException {
        evaluator.addAccumulator(ACCUMULATOR);
        each(seed, memory, (batch, chance) -> {
            NDList predictions = pass.answer(batch, chance);
            evaluator.updateAccumulators(new String[] {ACCUMULATOR}, batch.getLabels(), predictions);
        });
        float value = evaluator.getAccumulator(ACCUMULATOR);
        String name = evaluator.getName().toLowerCase(Locale.ROOT);
        long instances = DjlFields.instances(evaluator, ACCUMULATOR);
        return evaluator instanceof AbstractAccuracy && instances > 0
                ? Metric.share(name, Math.round((double) value * instances), instances)
                : Metric.exact(name, value);
    }

    void close() {
        feed.close();
    }
}
