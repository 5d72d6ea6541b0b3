package org.atomizable.djl;

import ai.djl.nn.Block;
import ai.djl.training.loss.Loss;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.djl.engine.EnvironmentMismatchException;

/** All components of a training. Those that must agree with a checkpoint are saved with the arrays. */
record Recipe(
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

    private static final String RECIPE = "recipe";
    private static final String EXAMPLES = "examples";
    private static final String ENVIRONMENT = "environment";

    void save(StateWriter to, String environment) throws IOException {
        to.text(RECIPE, text());
        to.text(EXAMPLES, source.digest().orElse(""));
        to.text(ENVIRONMENT, environment);
    }

    void check(StateReader from, String environment) throws IOException {
        String recipe = from.text(RECIPE);
        if (!recipe.equals(text())) {
            throw new StateMismatchException(
                    "the state is of a training with [%s], this one has [%s]".formatted(recipe, text()));
        }
        String examples = from.text(EXAMPLES);
        String here = source.digest().orElse("");
        if (!examples.isEmpty() && !here.isEmpty() && !examples.equals(here)) {
            throw new StateMismatchException(
                    "the state was trained on examples with hash %s, these have %s".formatted(examples, here));
        }
        String written = from.text(ENVIRONMENT);
        if (!acceptOtherEnvironments && !written.equals(environment)) {
            throw new EnvironmentMismatchException(written, environment);
        }
    }

    /** The total is no part of it: how long a job is stands in its spec alone. */
    private String text() {
        return "seed %s, %s examples in batches of %s%s, %s"
                .formatted(seed, source.size(), batch, dropLast ? ", the last one dropped" : "", optimizer);
    }
}
