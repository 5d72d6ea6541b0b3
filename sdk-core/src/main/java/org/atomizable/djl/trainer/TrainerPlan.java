package org.atomizable.djl.trainer;

import ai.djl.training.Trainer;
import ai.djl.training.dataset.Dataset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.atomizable.api.JobSpec;

/**
 * The parts of a training by a trainer.
 *
 * @param name the job's name
 * @param trainer makes the trainer
 * @param dataset what it learns from
 * @param validation what it is evaluated on after each epoch, if anything
 * @param epochs how often it sees the data set
 * @param seed what all chance follows from
 * @param batches number of batches whose gradients are added before each update
 * @param clipNorm the largest norm of the gradients, if limited
 * @param smallerBatches whether a batch may be divided when the memory does not suffice
 * @param acceptOtherEnvironments whether a checkpoint of another engine or processor may be continued
 * @param spec changes what the job says of itself
 */
public record TrainerPlan(
        String name,
        Supplier<? extends Trainer> trainer,
        Dataset dataset,
        Optional<Dataset> validation,
        long epochs,
        long seed,
        int batches,
        OptionalDouble clipNorm,
        boolean smallerBatches,
        boolean acceptOtherEnvironments,
        UnaryOperator<JobSpec> spec) {

    /** Refuses fewer than one epoch or batch, and a limit that is not above 0. */
    public TrainerPlan {
        if (epochs < 1) {
            throw new IllegalArgumentException("training %s must last 1 epoch or more, was %s".formatted(name, epochs));
        }
        if (batches < 1) {
            throw new IllegalArgumentException(
                    "an update of training %s needs 1 batch or more, was %s".formatted(name, batches));
        }
        if (clipNorm.isPresent() && !(clipNorm.getAsDouble() > 0)) {
            throw new IllegalArgumentException(
                    "the norm of the gradients of training %s is limited to more than 0, was %s"
                            .formatted(name, clipNorm.getAsDouble()));
        }
    }

    /**
     * Returns in words what must agree with a checkpoint.
     *
     * @param order how batches are made
     */
    String settings(String order) {
        return "seed %s, %s, %s to an update%s"
                .formatted(
                        seed,
                        order,
                        batches,
                        clipNorm.isPresent() ? ", gradients clipped to " + clipNorm.getAsDouble() : "");
    }

    /** Returns what it learns from and is evaluated on. */
    List<Dataset> datasets() {
        return Stream.concat(Stream.of(dataset), validation.stream()).toList();
    }
}
