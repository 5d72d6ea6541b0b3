package org.atomizable.core.loop;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;

/** A state in memory. */
final class SavedState implements StateWriter, StateReader {

    private final Map<String, Tensor> tensors = new LinkedHashMap<>();

    @Override
    public void tensor(String name, Tensor tensor) {
        ByteBuffer copy = ByteBuffer.allocate(tensor.data().remaining())
                .put(tensor.data())
                .flip();
        if (tensors.put(name, Tensor.of(tensor.type(), tensor.shape(), copy)) != null) {
            throw new IllegalArgumentException(name + " was written twice");
        }
    }

    @Override
    public Set<String> names() {
        return tensors.keySet();
    }

    @Override
    public Tensor tensor(String name) throws StateMismatchException {
        Tensor tensor = tensors.get(name);
        if (tensor == null) {
            throw new StateMismatchException("the state has no tensor " + name);
        }
        return tensor;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SavedState that && tensors.equals(that.tensors);
    }

    @Override
    public int hashCode() {
        return tensors.hashCode();
    }

    @Override
    public String toString() {
        return tensors.toString();
    }
}
