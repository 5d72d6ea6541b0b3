package org.atomizable.djl.data;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.training.dataset.Batch;
import ai.djl.training.dataset.RandomAccessDataset;
import ai.djl.training.dataset.Sampler;
import ai.djl.translate.Batchifier;
import ai.djl.translate.TranslateException;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import org.atomizable.djl.engine.EngineTurn;
import org.atomizable.djl.engine.OwnMemory;
import org.atomizable.djl.engine.Seeds;

/** The batches of a data set that can be read by index. Its threads and its prefetching are not used. */
public final class IndexedFeed implements BatchFeed {

    private final RandomAccessDataset dataset;
    private final Order order;
    private final long seed;
    private final Engine engine;

    IndexedFeed(RandomAccessDataset dataset, Order order, long seed, Engine engine) {
        this.dataset = dataset;
        this.order = order;
        this.seed = Seeds.mix(seed, 1);
        this.engine = engine;
    }

    @Override
    public OptionalLong perEpoch() {
        return OptionalLong.of(order.perEpoch());
    }

    @Override
    public boolean has(long epoch, long batch) {
        return batch < order.perEpoch();
    }

    @Override
    public Batch load(long epoch, long batch, NDManager manager) throws IOException {
        List<Long> indices = order.indices(epoch, batch);
        int chance = Seeds.ofAtom(seed, epoch * order.perEpoch() + batch);
        return EngineTurn.take(engine, chance, collector -> {
            try (NDScope strays = new NDScope()) {
                strays.suppressNotUsedWarning();
                Batch raw = read(dataset, manager, indices);
                NDList data = OwnMemory.copies(raw.getData(), manager);
                NDList labels = OwnMemory.copies(raw.getLabels(), manager);
                data.forEach(NDScope::unregister);
                labels.forEach(NDScope::unregister);
                return new Batch(
                        manager,
                        data,
                        labels,
                        indices.size(),
                        Batchifier.STACK,
                        Batchifier.STACK,
                        order.seen(epoch, batch),
                        dataset.size(),
                        indices);
            }
        });
    }

    @Override
    public String description() {
        return order.description();
    }

    /** Reads some examples of a data set as one batch, with its transforms and batchifiers. */
    public static Batch read(RandomAccessDataset dataset, NDManager manager, List<Long> indices) throws IOException {
        try {
            // Without an executor DJL fetches on this thread, when asked and no earlier.
            return dataset.getData(manager, new OneBatch(indices)).iterator().next();
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
