package org.atomizable.core.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.atomizable.api.Atomizable;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;

/** A checkpoint in memory, copied on the way in. */
public record MemoryState(Map<String, Tensor> tensors) implements StateWriter, StateReader {

    public static MemoryState of(Atomizable job) throws IOException {
        MemoryState state = new MemoryState(new LinkedHashMap<>());
        job.save(state);
        return state;
    }

    @Override
    public void tensor(String name, Tensor tensor) {
        // Direct, as a checkpoint mapped into memory is.
        ByteBuffer copy = ByteBuffer.allocateDirect(tensor.data().remaining());
        copy.put(tensor.data()).flip();
        if (tensors.put(name, Tensor.of(tensor.type(), tensor.shape(), copy)) != null) {
            throw new IllegalArgumentException(name + " was written before");
        }
    }

    @Override
    public Set<String> names() {
        return tensors.keySet();
    }

    @Override
    public Tensor tensor(String name) throws IOException {
        Tensor tensor = tensors.get(name);
        if (tensor == null) {
            throw new StateMismatchException("there is no tensor " + name);
        }
        return tensor;
    }

    /** Returns a copy in which one tensor is another. */
    public MemoryState with(String name, Tensor tensor) {
        MemoryState changed = new MemoryState(new LinkedHashMap<>(tensors));
        changed.tensors.put(name, tensor);
        return changed;
    }
}
