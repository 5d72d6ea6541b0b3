package org.atomizable.djl.trainer;

import ai.djl.engine.Engine;
import ai.djl.training.dataset.Batch;
import java.io.IOException;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.djl.engine.Environment;
import org.atomizable.djl.engine.EnvironmentMismatchException;

/** The settings that must agree between a training and the checkpoint that it goes on from, besides arrays and optimizer. */
final class Recipe {

    private static final String RECIPE = "recipe";
    private static final String BATCHES = "batches";
    private static final String ENVIRONMENT = "environment";

    private final String text;
    private final String environment;
    private final boolean acceptOtherEnvironments;
    private int largestBatch = 1;

    Recipe(TrainerPlan plan, String batches, Engine engine) {
        this.text = "seed %s, %s, %s to an update%s"
                .formatted(
                        plan.seed(),
                        batches,
                        plan.batches(),
                        plan.clipNorm().isPresent()
                                ? ", gradients clipped to " + plan.clipNorm().getAsDouble()
                                : "");
        this.environment = Environment.fingerprint(engine);
        this.acceptOtherEnvironments = plan.acceptOtherEnvironments();
    }

    String environment() {
        return environment;
    }

    void seen(Batch batch) {
        largestBatch = Math.max(largestBatch, batch.getSize());
    }

    /** Returns the size of the largest batch that was seen. */
    int largestBatch() {
        return largestBatch;
    }

    void save(StateWriter to, String mark) throws IOException {
        to.text(RECIPE, text);
        to.text(BATCHES, mark);
        to.text(ENVIRONMENT, environment);
    }

    /** Refuses what does not agree, and returns the check sum of the batches of the epoch. */
    String check(StateReader from) throws IOException {
        String recipe = from.text(RECIPE);
        if (!recipe.equals(text)) {
            throw new StateMismatchException(
                    "the state is of a training with [%s], this one has [%s]".formatted(recipe, text));
        }
        String written = from.text(ENVIRONMENT);
        if (!acceptOtherEnvironments && !written.equals(environment)) {
            throw new EnvironmentMismatchException(written, environment);
        }
        return from.text(BATCHES);
    }
}
