package org.atomizable.djl.codec;

import ai.djl.nn.Parameter;
import java.io.IOException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.annotation.StateCodec;
import org.jspecify.annotations.Nullable;

/** Saves the array of an initialized parameter. */
public final class ParameterCodec implements StateCodec<Parameter> {

    /** Creates the codec; generated code calls this. */
    public ParameterCodec() {}

    @Override
    public void save(String name, Parameter value, StateWriter to) throws IOException {
        SavedArray.save(name, value.getArray(), to);
    }

    @Override
    public Parameter restore(String name, @Nullable Parameter current, StateReader from) throws IOException {
        Parameter parameter = SavedArray.existing(name, current);
        SavedArray.overwrite(name, parameter.getArray(), from);
        return parameter;
    }
}
