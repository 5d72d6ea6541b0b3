package org.atomizable.djl;

import ai.djl.ndarray.NDManager;
import ai.djl.training.dataset.Batch;
import ai.djl.training.dataset.RandomAccessDataset;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.atomizable.djl.data.BatchFeed;
import org.atomizable.djl.data.IndexedFeed;

/** A DJL data set, read one batch at a time by a sampler that knows no other batch. */
final class DatasetSource implements ExampleSource {

    private final RandomAccessDataset dataset;

    private DatasetSource(RandomAccessDataset dataset) {
        this.dataset = dataset;
    }

    static DatasetSource prepare(RandomAccessDataset dataset) throws IOException {
        BatchFeed.prepare(dataset);
        return new DatasetSource(dataset);
    }

    @Override
    public int size() {
        return Math.toIntExact(dataset.size());
    }

    @Override
    public Examples load(NDManager manager, int[] indices) throws IOException {
        List<Long> wanted = Arrays.stream(indices).asLongStream().boxed().toList();
        Batch batch = IndexedFeed.read(dataset, manager, wanted);
        return new Examples(batch.getData(), batch.getLabels());
    }
}
