package org.atomizable.djl;

import ai.djl.training.Trainer;
import ai.djl.training.dataset.Dataset;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.atomizable.api.JobSpec;
import org.atomizable.djl.trainer.TrainerJob;
import org.atomizable.djl.trainer.TrainerPlan;

/** Builds a training from a DJL trainer. Nothing is required; one epoch with seed 0 is the default. */
public final class DjlTrainerBuilder {

    private final String name;
    private final Supplier<? extends Trainer> trainer;
    private final Dataset dataset;
    private Optional<Dataset> validation = Optional.empty();
    private long epochs = 1;
    private long seed;
    private int batches = 1;
    private OptionalDouble clipNorm = OptionalDouble.empty();
    private boolean smallerBatches;
    private boolean acceptOtherEnvironments;
    private UnaryOperator<JobSpec> spec = given -> given;

    DjlTrainerBuilder(String name, Supplier<? extends Trainer> trainer, Dataset dataset) {
        this.name = name;
        this.trainer = trainer;
        this.dataset = dataset;
    }

    /** Sets how often the training sees the whole data set. */
    public DjlTrainerBuilder epochs(long epochs) {
        this.epochs = epochs;
        return this;
    }

    /** Sets what initial weights, order of examples and all other chance follow from; 0 if not set. */
    public DjlTrainerBuilder seed(long seed) {
        this.seed = seed;
        return this;
    }

    /** Sets the data set on which the model is evaluated after each epoch, and when the job has finished. */
    public DjlTrainerBuilder evaluate(Dataset validation) {
        this.validation = Optional.of(validation);
        return this;
    }

    /**
     * Adds the gradients of several batches before each update. An atom is then that many batches, or what the epoch has left.
     * Gradients are added as DJL does, not averaged.
     */
    public DjlTrainerBuilder accumulate(int batches) {
        this.batches = batches;
        return this;
    }

    /** Scales the gradients of each update down to a Euclidean norm, above 0, if theirs is larger. */
    public DjlTrainerBuilder clipNorm(double norm) {
        this.clipNorm = OptionalDouble.of(norm);
        return this;
    }

    /**
     * Divides batches into parts when the engine runs out of memory, and goes on. The result is then as good, but not the same
     * bits; the notes of its checkpoints say so under {@code inexact}. The loss must be a mean over the examples.
     */
    public DjlTrainerBuilder smallerBatchesWhenOutOfMemory() {
        this.smallerBatches = true;
        return this;
    }

    /**
     * Allows to go on from a checkpoint that another engine, thread count or processor wrote. The result is then as good,
     * but not the same bits.
     */
    public DjlTrainerBuilder acceptOtherEnvironments() {
        this.acceptOtherEnvironments = true;
        return this;
    }

    /** Changes what the job says of itself, such as {@code spec -> spec.withPriority(3)}. */
    public DjlTrainerBuilder spec(UnaryOperator<JobSpec> change) {
        this.spec = change;
        return this;
    }

    /**
     * Makes the job: creates the trainer and initializes its model where it is not, loading the engine if need be.
     *
     * @throws org.atomizable.djl.state.NotResumableException if an optimizer, loss, evaluator, listener or sampler cannot be
     *     resumed exactly
     * @throws IOException if the first batch, which tells the model its shape, cannot be read
     */
    public TrainerJob build() throws IOException {
        return new TrainerJob(new TrainerPlan(
                name,
                trainer,
                dataset,
                validation,
                epochs,
                seed,
                batches,
                clipNorm,
                smallerBatches,
                acceptOtherEnvironments,
                spec));
    }
}
