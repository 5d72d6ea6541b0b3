package org.atomizable.checkpoint;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;
import org.atomizable.checkpoint.state.TensorNames;

/**
 * The SHA-256 of a state, the same as in a checkpoint of it. It depends on the tensors alone, not on the order in which
 * they are written. {@code docs/checkpoint-format.md} specifies its computation.
 */
public final class StateDigest implements StateWriter {

    private final SortedMap<String, byte[]> entries = new TreeMap<>();

    /** Makes the digest of a state without tensors. */
    public StateDigest() {}

    @Override
    public void tensor(String name, Tensor tensor) {
        TensorNames.require(name, entries.keySet());
        List<Long> shape = Arrays.stream(tensor.shape()).boxed().toList();
        entries.put(name, TensorDigest.entry(name, tensor.type(), shape, TensorDigest.of(tensor.data())));
    }

    /** Returns the names of the tensors that only one of two states has, or that differ, in order. */
    public List<String> differences(StateDigest other) {
        Set<String> names = new TreeSet<>(entries.keySet());
        names.addAll(other.entries.keySet());
        return names.stream()
                .filter(it -> !Arrays.equals(entries.get(it), other.entries.get(it)))
                .toList();
    }

    /** Returns the digest of what was written so far, in 64 hexadecimal digits. */
    public String sha256() {
        return TensorDigest.ofState(entries);
    }
}
