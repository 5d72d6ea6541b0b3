package org.atomizable.djl;

import ai.djl.nn.Block;
import ai.djl.training.loss.Loss;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;
import org.atomizable.api.JobSpec;
import org.jspecify.annotations.Nullable;

/** Builds a training. Model, loss, optimizer and data are required; everything else is optional. */
public final class DjlTrainingBuilder {

    final JobSpec spec;
    long seed;

    @Nullable
    Supplier<? extends Block> model;

    @Nullable
    Loss loss;

    @Nullable
    ExactOptimizer optimizer;

    @Nullable
    ExampleSource source;

    int batch;
    boolean dropLast;
    Optional<Evaluation> evaluation = Optional.empty();
    boolean acceptOtherEnvironments;

    DjlTrainingBuilder(JobSpec spec) {
        if (spec.totalAtoms().isEmpty()) {
            throw new IllegalArgumentException(
                    "training %s must tell how many steps it takes; see DjlTraining.atoms".formatted(spec.name()));
        }
        this.spec = spec;
    }

    /** Sets what initial weights, order of examples and all other chance follow from; 0 if not set. */
    public DjlTrainingBuilder seed(long seed) {
        this.seed = seed;
        return this;
    }

    /** Sets what makes the model: a fresh block, not initialized, at every call. */
    public DjlTrainingBuilder model(Supplier<? extends Block> model) {
        this.model = model;
        return this;
    }

    /** Sets the loss. */
    public DjlTrainingBuilder loss(Loss loss) {
        this.loss = loss;
        return this;
    }

    /** Sets the optimizer. */
    public DjlTrainingBuilder optimizer(ExactOptimizer optimizer) {
        this.optimizer = optimizer;
        return this;
    }

    /** Sets the examples to learn from, which are shuffled again in each epoch, and the batch size. */
    public DjlTrainingBuilder data(ExampleSource source, int batch) {
        this.source = source;
        this.batch = batch;
        return this;
    }

    /** Leaves out the examples of each epoch that do not fill a batch. */
    public DjlTrainingBuilder dropLast() {
        this.dropLast = true;
        return this;
    }

    /** Sets how the finished model is evaluated. */
    public DjlTrainingBuilder evaluate(Evaluation evaluation) {
        this.evaluation = Optional.of(evaluation);
        return this;
    }

    /**
     * Allows to go on from a checkpoint that another engine, thread count or processor wrote. The result is then as good,
     * but not the same bits.
     */
    public DjlTrainingBuilder acceptOtherEnvironments() {
        this.acceptOtherEnvironments = true;
        return this;
    }

    /**
     * Makes the job and initializes its model, loading the engine if need be.
     *
     * @throws IllegalStateException if a needed piece is missing
     * @throws IOException if the first examples, which tell the model its shape, cannot be read
     */
    public DjlTraining build() throws IOException {
        return new DjlTraining(this);
    }

    <T> T needed(@Nullable T piece, String what) {
        if (piece == null) {
            throw new IllegalStateException("training %s needs %s before build()".formatted(spec.name(), what));
        }
        return piece;
    }
}
