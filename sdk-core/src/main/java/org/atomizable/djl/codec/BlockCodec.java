package org.atomizable.djl.codec;

import ai.djl.nn.Block;
import ai.djl.nn.Parameter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.annotation.StateCodec;
import org.atomizable.djl.state.ModelParameters;
import org.jspecify.annotations.Nullable;

/**
 * Saves the parameters of an initialized block, each as a tensor of its own, so that frozen ones cost an incremental
 * checkpoint nothing.
 */
public final class BlockCodec implements StateCodec<Block> {

    /** Creates the codec; generated code calls this. */
    public BlockCodec() {}

    @Override
    public void save(String name, Block value, StateWriter to) throws IOException {
        for (Map.Entry<String, Parameter> entry : parameters(name, value).entrySet()) {
            SavedArray.save(entry.getKey(), entry.getValue().getArray(), to);
        }
    }

    @Override
    public Block restore(String name, @Nullable Block current, StateReader from) throws IOException {
        Block block = SavedArray.existing(name, current);
        Map<String, Parameter> parameters = parameters(name, block);
        for (String saved : from.names()) {
            if (saved.startsWith(name + "/") && !parameters.containsKey(SavedArray.owner(saved))) {
                throw new StateMismatchException(
                        "the state contains %s, which this job's block does not have".formatted(saved));
            }
        }
        for (Map.Entry<String, Parameter> entry : parameters.entrySet()) {
            SavedArray.overwrite(entry.getKey(), entry.getValue().getArray(), from);
        }
        return block;
    }

    /** Returns each parameter once, although two blocks may share it, by its path. DJL's own names differ between processes. */
    private static Map<String, Parameter> parameters(String name, Block block) {
        Map<String, Parameter> parameters = new LinkedHashMap<>();
        for (ModelParameters.Named one : ModelParameters.of(block).all()) {
            if (!one.parameter().isInitialized()) {
                throw new IllegalStateException(
                        "parameter %s of block %s has no array yet; initialize the block in the job's constructor"
                                .formatted(one.path(), name));
            }
            if (parameters.put(name + "/" + one.path(), one.parameter()) != null) {
                throw new IllegalStateException(
                        "two parameters of block %s are called %s; name the blocks apart".formatted(name, one.path()));
            }
        }
        return parameters;
    }
}
