package org.atomizable.djl;

import ai.djl.ndarray.NDManager;
import ai.djl.training.dataset.Batch;
import ai.djl.training.dataset.RandomAccessDataset;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.atomizable.djl.data.BatchFeed;
import org.atomizable.djl.data.IndexedFeed;

/**
 * A set of examples that can be loaded in any order.
 *
 * <p>There is no iterator, so nothing can run ahead of the training. The seed and the atom alone determine which
 * examples are in a batch. The result of {@link #load} depends only on the indices, and on random numbers only if they
 * are DJL's, which are seeded before every call.
 */
public interface ExampleSource {

    /** Returns the number of examples, 1 or more; never changes. */
    int size();

    /**
     * Loads examples.
     *
     * @param manager owns the arrays made here, and closes them after the step
     * @param indices which ones, each from 0 to {@code size() - 1}, in this order
     * @throws IOException if they cannot be read
     */
    Examples load(NDManager manager, int[] indices) throws IOException;

    /** Returns a hash of all examples, if known: a resume with other examples is then refused. */
    default Optional<String> digest() {
        return Optional.empty();
    }

    /**
     * Returns the examples of a DJL data set, with its transforms and batchifiers. Its own sampler, its threads and its
     * prefetching are not used.
     *
     * @throws IOException if the data set cannot be prepared
     */
    static ExampleSource of(RandomAccessDataset dataset) throws IOException {
        BatchFeed.prepare(dataset);
        return new ExampleSource() {
            @Override
            public int size() {
                return Math.toIntExact(dataset.size());
            }

            @Override
            public Examples load(NDManager manager, int[] indices) throws IOException {
                List<Long> wanted =
                        Arrays.stream(indices).asLongStream().boxed().toList();
                Batch batch = IndexedFeed.read(dataset, manager, wanted);
                return new Examples(batch.getData(), batch.getLabels());
            }
        };
    }
}
