package org.atomizable.checkpoint.state;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.Tensor;

/** A state that was read and verified. It is held in memory so that it cannot change any more. */
public final class HeldState implements StateReader {

    private final Map<String, Tensor> tensors;

    /** Holds these tensors, in this order. */
    public HeldState(Map<String, Tensor> tensors) {
        this.tensors = Collections.unmodifiableMap(new LinkedHashMap<>(tensors));
    }

    @Override
    public Set<String> names() {
        return tensors.keySet();
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
}
