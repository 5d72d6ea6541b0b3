package org.atomizable.djl.codec;

import ai.djl.ndarray.NDList;
import java.io.IOException;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.annotation.StateCodec;
import org.jspecify.annotations.Nullable;

/** Saves a list of arrays, such as the moments of an optimizer, whose number never changes. */
public final class NDListCodec implements StateCodec<NDList> {

    /** Creates the codec; generated code calls this. */
    public NDListCodec() {}

    @Override
    public void save(String name, NDList value, StateWriter to) throws IOException {
        to.longs(name, value.size());
        for (int i = 0; i < value.size(); i++) {
            SavedArray.save(name + "/" + i, value.get(i), to);
        }
    }

    @Override
    public NDList restore(String name, @Nullable NDList current, StateReader from) throws IOException {
        NDList list = SavedArray.existing(name, current);
        long[] size = from.longs(name);
        if (size.length != 1 || size[0] != list.size()) {
            throw new StateMismatchException(
                    "the state's %s has another number of arrays than this job's %s".formatted(name, list.size()));
        }
        for (int i = 0; i < list.size(); i++) {
            SavedArray.overwrite(name + "/" + i, list.get(i), from);
        }
        return list;
    }
}
