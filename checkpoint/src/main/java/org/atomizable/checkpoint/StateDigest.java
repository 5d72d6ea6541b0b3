package org.atomizable.checkpoint;

import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;
import org.atomizable.checkpoint.state.TensorDigest;
import org.atomizable.checkpoint.state.TensorNames;

/**
 * The SHA-256 of a state, which depends on its tensors alone and not on the order in which they are written; the same as a
 * checkpoint of it would have. How it is computed is specified in {@code docs/checkpoint-format.md}.
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

    /** Returns the digest of what was written so far, in 64 hexadecimal digits. */
    public String sha256() {
        return TensorDigest.ofState(entries);
    }
}
