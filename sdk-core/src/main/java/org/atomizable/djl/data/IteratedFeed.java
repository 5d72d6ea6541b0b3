package org.atomizable.djl.data;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.training.dataset.Batch;
import ai.djl.training.dataset.Dataset;
import ai.djl.translate.Batchifier;
import ai.djl.translate.TranslateException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Iterator;
import java.util.OptionalLong;
import java.util.zip.CRC32C;
import org.atomizable.djl.engine.EngineTurn;
import org.atomizable.djl.engine.OwnMemory;
import org.atomizable.djl.engine.Seeds;

/**
 * The batches of a data set that can only be read from its beginning. A resume reads what came before again, and refuses to go
 * on if that differs.
 */
final class IteratedFeed implements BatchFeed {

    private static final long NONE = -1;
    private static final String NOTHING_READ = "0";

    private final Dataset dataset;
    private final long seed;
    private final Engine engine;
    private final CRC32C sum = new CRC32C();
    private NDManager opened;
    private Iterator<Batch> batches = Collections.emptyIterator();
    private long epoch = NONE;
    private long next;
    private long expectedEpoch = NONE;
    private long expectedBatch;
    private String expected = "";

    IteratedFeed(Dataset dataset, long seed, Engine engine) {
        this.dataset = dataset;
        this.seed = Seeds.mix(seed, 1);
        this.engine = engine;
        this.opened = engine.newBaseManager();
    }

    @Override
    public OptionalLong perEpoch() {
        return OptionalLong.empty();
    }

    @Override
    public boolean has(long wanted, long batch) throws IOException {
        goTo(wanted, batch);
        return hasNext();
    }

    @Override
    public Batch load(long wanted, long batch, NDManager manager) throws IOException {
        goTo(wanted, batch);
        if (!hasNext()) {
            throw new IOException("the data set %s has no batch %s in epoch %s"
                    .formatted(dataset.getClass().getName(), batch, wanted));
        }
        try (Batch raw = next()) {
            return new Batch(
                    manager,
                    OwnMemory.copies(raw.getData(), manager),
                    OwnMemory.copies(raw.getLabels(), manager),
                    raw.getSize(),
                    Batchifier.STACK,
                    Batchifier.STACK,
                    raw.getProgress(),
                    raw.getProgressTotal());
        }
    }

    @Override
    public String description() {
        return "batches of " + dataset.getClass().getName();
    }

    @Override
    public String mark(long wanted, long batch) {
        if (wanted == epoch && batch == next) {
            return Long.toHexString(sum.getValue());
        }
        return wanted == expectedEpoch && batch == expectedBatch ? expected : NOTHING_READ;
    }

    @Override
    public void expect(long wanted, long batch, String mark) {
        epoch = NONE; // what was read here is not what was read there
        expectedEpoch = wanted;
        expectedBatch = batch;
        expected = mark;
    }

    private void goTo(long wanted, long batch) throws IOException {
        if (wanted != epoch || batch < next) {
            open(wanted);
        }
        while (next < batch && hasNext()) {
            next().close();
        }
        if (epoch == expectedEpoch && next == expectedBatch) {
            expectedEpoch = NONE;
            if (!expected.equals(mark(wanted, batch))) {
                throw new IOException(
                        ("the data set %s gave other examples when it was read again: the first %s batches of epoch %s"
                                        + " have check sum %s, and had %s. Let it read and shuffle by a fixed seed, without"
                                        + " threads, or make it a RandomAccessDataset")
                                .formatted(dataset.getClass().getName(), batch, wanted, mark(wanted, batch), expected));
            }
        }
    }

    private void open(long wanted) throws IOException {
        opened.close();
        opened = engine.newBaseManager();
        sum.reset();
        next = 0;
        epoch = wanted;
        batches = EngineTurn.take(engine, chance(0), collector -> {
            try {
                return dataset.getData(opened).iterator();
            } catch (TranslateException e) {
                throw new IOException("the data set cannot be read: " + e.getMessage(), e);
            }
        });
    }

    private boolean hasNext() throws IOException {
        return EngineTurn.take(engine, chance(2 * next + 1), collector -> batches.hasNext());
    }

    private Batch next() throws IOException {
        Batch batch = EngineTurn.take(engine, chance(2 * next + 2), collector -> batches.next());
        next++;
        count(batch.getData());
        count(batch.getLabels());
        return batch;
    }

    /** Each call of the iterator has a seed of its own, as it is called again when the batches before it are skipped. */
    private int chance(long call) {
        return Seeds.ofAtom(Seeds.mix(seed, epoch), call);
    }

    private void count(NDList arrays) {
        for (NDArray array : arrays) {
            ByteBuffer bytes = array.toByteBuffer();
            sum.update(bytes);
        }
    }

    @Override
    public void close() {
        opened.close();
    }
}
