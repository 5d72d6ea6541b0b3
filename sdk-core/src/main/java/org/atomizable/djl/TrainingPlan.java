package org.atomizable.djl;

import ai.djl.nn.Block;
import ai.djl.training.loss.Loss;
import java.util.Optional;
import java.util.function.Supplier;
import org.atomizable.api.JobSpec;

/** The parts of a training without a trainer. */
record TrainingPlan(
        JobSpec spec,
        long seed,
        Supplier<? extends Block> model,
        Loss loss,
        ExactOptimizer optimizer,
        ExampleSource source,
        int batch,
        boolean dropLast,
        Optional<Evaluation> evaluation,
        boolean acceptOtherEnvironments) {

    /** Returns in words what must agree with a checkpoint. How long a job is stands in its spec alone. */
    String settings() {
        return "seed %s, %s examples in batches of %s%s, %s"
                .formatted(seed, source.size(), batch, dropLast ? ", the last one dropped" : "", optimizer);
    }
}
