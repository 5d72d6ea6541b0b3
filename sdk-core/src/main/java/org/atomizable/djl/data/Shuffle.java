package org.atomizable.djl.data;

import java.util.Arrays;
import org.atomizable.djl.engine.Seeds;

/**
 * Determines which examples are in the batch of an atom. Each epoch is a permutation that follows from (seed, epoch),
 * divided into batches.
 *
 * <p>The generator (SplitMix64) is implemented here, because a checkpoint must mean the same order on every JDK.
 */
public final class Shuffle {

    private final long seed;
    private final int size;
    private final int batch;
    private final int batches;
    private long epoch = -1;
    private int[] order = new int[0];

    public Shuffle(long seed, int size, int batch, boolean dropLast) {
        requireBatch(batch);
        if (size < 1 || (dropLast && size < batch)) {
            throw new IllegalArgumentException(
                    "%s examples do not make a batch%s".formatted(size, dropLast ? " of " + batch : ""));
        }
        this.seed = seed;
        this.size = size;
        this.batch = batch;
        this.batches = batches(size, batch, dropLast);
    }

    public static void requireBatch(int batch) {
        if (batch < 1) {
            throw new IllegalArgumentException("a batch holds 1 example or more, was " + batch);
        }
    }

    public static int batches(int size, int batch, boolean dropLast) {
        return dropLast ? size / batch : (int) (((long) size + batch - 1) / batch);
    }

    /** Returns the indices of the examples of an atom. */
    public int[] indices(long atom) {
        turnTo(epochOf(atom));
        int from = (int) batchOfEpoch(atom) * batch;
        return Arrays.copyOfRange(order, from, Math.min(size, from + batch));
    }

    public long epochOf(long atom) {
        return atom / batches;
    }

    public long batchOfEpoch(long atom) {
        return atom % batches;
    }

    /**
     * The order is cached only for speed: it is computed again whenever another epoch is requested, in either
     * direction.
     */
    private void turnTo(long wanted) {
        if (wanted == epoch) {
            return;
        }
        int[] fresh = new int[size];
        for (int i = 0; i < size; i++) {
            fresh[i] = i;
        }
        long state = Seeds.mix(seed, wanted);
        for (int i = size - 1; i > 0; i--) {
            state += Seeds.GOLDEN;
            int j = (int) Long.remainderUnsigned(Seeds.mix(state), i + 1L);
            int swapped = fresh[i];
            fresh[i] = fresh[j];
            fresh[j] = swapped;
        }
        order = fresh;
        epoch = wanted;
    }
}
