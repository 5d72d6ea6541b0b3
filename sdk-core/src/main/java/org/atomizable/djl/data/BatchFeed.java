package org.atomizable.djl.data;

import ai.djl.engine.Engine;
import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.training.dataset.Batch;
import ai.djl.training.dataset.Dataset;
import ai.djl.training.dataset.RandomAccessDataset;
import ai.djl.translate.TranslateException;
import java.io.IOException;
import java.util.OptionalLong;
import org.atomizable.djl.engine.EngineOutOfMemoryError;

/** The batches of a training, by epoch and number. What is in a batch follows from the seed and its place alone. */
public interface BatchFeed extends AutoCloseable {

    /** Returns how many batches an epoch has; empty if that is not known before an epoch ends. */
    OptionalLong perEpoch();

    /** Returns whether an epoch has a batch of this number, from 0. */
    boolean has(long epoch, long batch) throws IOException;

    /**
     * Loads a batch into the engine's own memory.
     *
     * @param manager owns the arrays
     */
    Batch load(long epoch, long batch, NDManager manager) throws IOException;

    /** Something done with a batch. */
    @FunctionalInterface
    interface BatchWork<T> {
        T with(Batch batch) throws IOException;
    }

    /**
     * Loads a batch and works with it. Every array that is made during the work is closed after it. Those that the
     * data set itself keeps while it loads are not.
     *
     * @param when says what is done, in an error: such as {@code at atom 5}
     * @throws EngineOutOfMemoryError if the memory does not suffice
     */
    default <T> T use(long epoch, long batch, NDManager manager, String when, BatchWork<T> work) throws IOException {
        try (NDManager scope = manager.newSubManager()) {
            Batch loaded = load(epoch, batch, scope);
            try (NDScope strays = new NDScope()) {
                strays.suppressNotUsedWarning();
                return work.with(loaded);
            }
        } catch (EngineException e) {
            throw EngineOutOfMemoryError.unlessOne(when, e);
        }
    }

    /** Returns how batches are made, in words; a resume with other words is refused. */
    String description();

    /** Returns a check sum of the batches of an epoch before a place; empty if the place alone tells what they are. */
    default String mark(long epoch, long batch) {
        return "";
    }

    /** Expects that the batches before a place have this check sum. */
    default void expect(long epoch, long batch, String mark) {}

    /** Releases what is open. */
    @Override
    default void close() {}

    /**
     * Returns the batches of a data set.
     *
     * @throws IOException if it cannot be prepared
     */
    static BatchFeed of(Dataset dataset, long seed, Engine engine) throws IOException {
        prepare(dataset);
        return dataset instanceof RandomAccessDataset indexed
                ? new IndexedFeed(indexed, Order.of(indexed, seed, engine), seed, engine)
                : new IteratedFeed(dataset, seed, engine);
    }

    /**
     * Returns the batches of a data set in its own order, of the size that its sampler has.
     *
     * @throws IOException if it cannot be prepared
     */
    static BatchFeed inSequence(Dataset dataset, long seed, Engine engine) throws IOException {
        prepare(dataset);
        return dataset instanceof RandomAccessDataset indexed
                ? new IndexedFeed(indexed, Order.inSequence(indexed), seed, engine)
                : new IteratedFeed(dataset, seed, engine);
    }

    /** Prepares a data set, as {@link #of} does. */
    static void prepare(Dataset dataset) throws IOException {
        try {
            dataset.prepare();
        } catch (TranslateException e) {
            throw new IOException("the data set cannot be prepared: " + e.getMessage(), e);
        }
    }
}
