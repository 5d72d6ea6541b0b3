package org.atomizable.checkpoint;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;

/** A state in memory: its own copy of each tensor, in the order in which they were written. */
final class HeldState implements StateWriter, StateReader {

    private final Map<String, Tensor> tensors;
    private boolean sealed;

    HeldState() {
        this(new LinkedHashMap<>());
    }

    HeldState(Map<String, Tensor> tensors) {
        this.tensors = tensors;
    }

    /** From now on nothing can be added. */
    void seal() {
        sealed = true;
    }

    @Override
    public void tensor(String name, Tensor tensor) {
        if (sealed) {
            throw new IllegalStateException(
                    "tensor \"%s\" comes too late: the draft is committed or closed".formatted(name));
        }
        TensorNames.require(name, tensors.keySet());
        ByteBuffer copy = ByteBuffer.allocate(tensor.data().remaining());
        copy.put(tensor.data()).flip();
        tensors.put(name, Tensor.of(tensor.type(), tensor.shape(), copy));
    }

    @Override
    public Set<String> names() {
        return Collections.unmodifiableSet(tensors.keySet());
    }

    @Override
    public Tensor tensor(String name) throws StateMismatchException {
        Tensor tensor = tensors.get(name);
        if (tensor == null) {
            throw new StateMismatchException("the state has no tensor \"%s\"; it has %s".formatted(name, some()));
        }
        return tensor;
    }

    private String some() {
        return tensors.size() <= 10 ? tensors.keySet().toString() : tensors.size() + " others";
    }

    Map<String, Tensor> tensors() {
        return Collections.unmodifiableMap(tensors);
    }

    String sha256() {
        StateDigest digest = new StateDigest();
        tensors.forEach(digest::tensor);
        return digest.sha256();
    }
}
