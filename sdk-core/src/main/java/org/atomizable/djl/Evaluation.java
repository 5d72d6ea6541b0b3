package org.atomizable.djl;

import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.DataType;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.atomizable.api.Metric;

/** Evaluates a trained model. */
@FunctionalInterface
public interface Evaluation {

    /**
     * Measures a model.
     *
     * @throws Exception if the measurement fails
     */
    Metric of(Inference model) throws Exception;

    /** A model that answers and does not learn: dropout is off, statistics of batches stay as they are. */
    @FunctionalInterface
    interface Inference {

        /**
         * Lets the model answer all examples of a source, in their order, and shows predictions and labels of one batch
         * after another; the arrays are closed when {@code seen} returns.
         *
         * @param batch number of examples at a time, 1 or more
         * @throws IOException if examples cannot be read
         */
        void answer(ExampleSource source, int batch, BiConsumer<NDList, NDList> seen) throws IOException;
    }

    /** Returns the share of examples whose largest prediction is at their label, as the metric {@code accuracy}. */
    static Evaluation accuracy(ExampleSource source, int batch) {
        return model -> {
            AtomicLong hits = new AtomicLong();
            model.answer(source, batch, (predictions, labels) -> hits.addAndGet(hits(predictions, labels)));
            return Metric.share("accuracy", hits.get(), source.size());
        };
    }

    private static long hits(NDList predictions, NDList labels) {
        long[] said = predictions.singletonOrThrow().argMax(1).toLongArray();
        long[] right = labels.singletonOrThrow().toType(DataType.INT64, false).toLongArray();
        return IntStream.range(0, said.length).filter(i -> said[i] == right[i]).count();
    }
}
