package org.atomizable.djl;

import ai.djl.ndarray.NDManager;
import ai.djl.training.dataset.Batch;
import ai.djl.training.dataset.RandomAccessDataset;
import ai.djl.training.dataset.Sampler;
import ai.djl.translate.TranslateException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

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
        try {
            // Without an executor DJL fetches on this thread, when asked and no earlier.
            Batch batch =
                    dataset.getData(manager, new OneBatch(wanted)).iterator().next();
            return new Examples(batch.getData(), batch.getLabels());
        } catch (TranslateException e) {
            throw new IOException("the data set cannot be read: " + e.getMessage(), e);
        }
    }

    private record OneBatch(List<Long> indices) implements Sampler {

        @Override
        public Iterator<List<Long>> sample(RandomAccessDataset dataset) {
            return List.of(indices).iterator();
        }

        @Override
        public int getBatchSize() {
            return indices.size();
        }
    }
}
