package org.atomizable.djl;

import ai.djl.ndarray.NDManager;
import ai.djl.training.dataset.Batch;
import ai.djl.training.dataset.RandomAccessDataset;
import ai.djl.translate.TranslateException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.djl.data.IndexedFeed;

/** A DJL data set, read one batch at a time by a sampler that knows no other batch. */
final class DatasetSource implements ExampleSource {

    private final RandomAccessDataset dataset;

    private DatasetSource(RandomAccessDataset dataset) {
        this.dataset = dataset;
    }

    static DatasetSource prepare(RandomAccessDataset dataset) throws IOException {
        try {
            dataset.prepare();
        } catch (TranslateException e) {
            throw new IOException("the data set cannot be prepared: " + e.getMessage(), e);
        }
        return new DatasetSource(dataset);
    }

    @Override
    public int size() {
        return Math.toIntExact(dataset.size());
    }

    @Override
    public Examples load(NDManager manager, int[] indices) throws IOException {
        List<Long> wanted = new ArrayList<>(indices.length);
        for (int index : indices) {
            wanted.add((long) index);
        }
        Batch batch = IndexedFeed.read(dataset, manager, wanted);
        return new Examples(batch.getData(), batch.getLabels());
    }
}
