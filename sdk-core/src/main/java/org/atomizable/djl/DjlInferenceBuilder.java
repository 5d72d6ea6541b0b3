package org.atomizable.djl;

import ai.djl.Model;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.DataType;
import ai.djl.training.dataset.Dataset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.atomizable.api.JobSpec;

/** Builds an inference over a data set. Nothing is required. */
public final class DjlInferenceBuilder {

    final String name;
    final Supplier<? extends Model> model;
    final Dataset dataset;
    final Path file;
    Function<NDList, List<String>> lines = DjlInferenceBuilder::numbers;
    UnaryOperator<JobSpec> spec = given -> given;
    long seed;

    DjlInferenceBuilder(String name, Supplier<? extends Model> model, Dataset dataset, Path file) {
        this.name = name;
        this.model = model;
        this.dataset = dataset;
        this.file = file;
    }

    /**
     * Sets how the predictions of a batch become lines of the file. Without it, each example is a line of its numbers, with
     * commas between them.
     */
    public DjlInferenceBuilder lines(Function<NDList, List<String>> lines) {
        this.lines = lines;
        return this;
    }

    /** Sets what a model or a transform draws from; 0 if not set. */
    public DjlInferenceBuilder seed(long seed) {
        this.seed = seed;
        return this;
    }

    /** Changes what the job says of itself, such as {@code spec -> spec.withPriority(3)}. */
    public DjlInferenceBuilder spec(UnaryOperator<JobSpec> change) {
        this.spec = change;
        return this;
    }

    /**
     * Makes the job, loading the model.
     *
     * @throws IOException if the data set cannot be prepared or the file cannot be opened
     */
    public DjlInference build() throws IOException {
        return new DjlInference(this);
    }

    private static List<String> numbers(NDList predictions) {
        List<String> lines = new ArrayList<>();
        try (NDArray first = predictions.head().toType(DataType.FLOAT32, true)) {
            int rows = Math.toIntExact(first.getShape().get(0));
            float[] all = first.toFloatArray();
            int columns = rows == 0 ? 0 : all.length / rows;
            for (int row = 0; row < rows; row++) {
                StringBuilder line = new StringBuilder();
                for (int column = 0; column < columns; column++) {
                    line.append(column == 0 ? "" : ",").append(all[row * columns + column]);
                }
                lines.add(line.toString());
            }
        }
        return lines;
    }
}
