package org.atomizable.api;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;

/**
 * Determines which items are in a batch. Each epoch is a permutation that follows from (seed, epoch), divided into
 * batches. {@code org.atomizable.djl} has the same order.
 */
final class BatchOrder {

    private final long seed;
    private final int size;
    private final int batch;
    private long epoch = -1;
    private int[] order = new int[0];

    BatchOrder(long seed, int size, int batch) {
        this.seed = seed;
        this.size = (int) positive("items", size);
        this.batch = (int) positive("items in a batch", batch);
    }

    static long positive(String what, long count) {
        if (count < 1) {
            throw new IllegalArgumentException("the number of %s must be 1 or more, was %s".formatted(what, count));
        }
        return count;
    }

    long batches() {
        return ((long) size + batch - 1) / batch;
    }

    <T> List<T> batch(List<T> items, long ofEpoch, long number) {
        if (items.size() != size) {
            throw new IllegalStateException(
                    "the items of the batches were %s when the loop began, and are %s now: do not change them"
                            .formatted(size, items.size()));
        }
        turnTo(ofEpoch);
        int from = (int) (number * batch);
        return new Chosen<>(items, Arrays.copyOfRange(order, from, Math.min(size, from + batch)));
    }

    /** The order is kept only for speed: it is computed again whenever another epoch is asked for. */
    private void turnTo(long wanted) {
        if (wanted == epoch) {
            return;
        }
        int[] fresh = new int[size];
        for (int i = 0; i < size; i++) {
            fresh[i] = i;
        }
        long state = TurnRandom.mix(seed, wanted);
        for (int i = size - 1; i > 0; i--) {
            state += TurnRandom.GOLDEN;
            int j = (int) Long.remainderUnsigned(TurnRandom.mix(state), i + 1L);
            int swapped = fresh[i];
            fresh[i] = fresh[j];
            fresh[j] = swapped;
        }
        order = fresh;
        epoch = wanted;
    }

    /** Some items of a list, read when they are asked for. */
    private static final class Chosen<T> extends AbstractList<T> implements RandomAccess {

        private final List<T> items;
        private final int[] indices;

        Chosen(List<T> items, int[] indices) {
            this.items = items;
            this.indices = indices;
        }

        @Override
        public T get(int index) {
            return items.get(indices[index]);
        }

        @Override
        public int size() {
            return indices.length;
        }
    }

    /** The numbers from 0 to {@code size} - 1. */
    static List<Integer> numbers(int size) {
        return new Numbers(size);
    }

    private static final class Numbers extends AbstractList<Integer> implements RandomAccess {

        private final int size;

        Numbers(int size) {
            this.size = size;
        }

        @Override
        public Integer get(int index) {
            return index;
        }

        @Override
        public int size() {
            return size;
        }
    }
}
