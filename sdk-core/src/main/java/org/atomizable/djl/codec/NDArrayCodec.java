package org.atomizable.djl.codec;

import ai.djl.ndarray.NDArray;
import java.io.IOException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.core.state.Refitting;
import org.jspecify.annotations.Nullable;

/** Saves an array, and overwrites the one that the job's constructor created; an array of another shape takes its place. */
public final class NDArrayCodec implements Refitting<NDArray> {

    /** Creates the codec; generated code calls this. */
    public NDArrayCodec() {}

    @Override
    public void save(String name, NDArray value, StateWriter to) throws IOException {
        SavedArray.save(name, value, to);
    }

    @Override
    public NDArray restore(String name, @Nullable NDArray current, StateReader from) throws IOException {
        NDArray array = SavedArray.existing(name, current);
        SavedArray.overwrite(name, array, from);
        return array;
    }

    @Override
    public NDArray refitted(String name, NDArray current, boolean taken, StateReader from) throws IOException {
        return SavedArray.refitted(name, current, taken, from);
    }
}
