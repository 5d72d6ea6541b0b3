package org.atomizable.djl;

import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.DataType;
import java.util.function.BiConsumer;

/** Counts the predictions whose largest element is at the label's index. */
final class HitCount implements BiConsumer<NDList, NDList> {

    private long hits;

    @Override
    public void accept(NDList predictions, NDList labels) {
        long[] said = predictions.singletonOrThrow().argMax(1).toLongArray();
        long[] right = labels.singletonOrThrow().toType(DataType.INT64, false).toLongArray();
        for (int i = 0; i < said.length; i++) {
            if (said[i] == right[i]) {
                hits++;
            }
        }
    }

    long hits() {
        return hits;
    }
}
