package org.atomizable.checkpoint;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;
import org.atomizable.checkpoint.manifest.Crc;
import org.atomizable.checkpoint.manifest.StoredTensor;
import org.jspecify.annotations.Nullable;

/** Compares a state with a stored one while it is written, by the checksums of its tensors. It keeps nothing of it. */
final class StateComparison implements StateWriter {

    private final Map<String, StoredTensor> missing = new HashMap<>();
    private boolean differs;

    /** Begins a comparison with the tensors of a checkpoint. */
    StateComparison(Collection<StoredTensor> stored) {
        stored.forEach(tensor -> missing.put(tensor.name(), tensor));
    }

    @Override
    public void tensor(String name, Tensor tensor) {
        @Nullable StoredTensor stored = missing.remove(name);
        // After the first difference the others need not be computed.
        differs = differs || stored == null || !isEqual(stored, tensor);
    }

    private static boolean isEqual(StoredTensor stored, Tensor tensor) {
        List<Long> shape = Arrays.stream(tensor.shape()).boxed().toList();
        return stored.type() == tensor.type()
                && stored.shape().equals(shape)
                && stored.crc32c().equals(Crc.of(tensor.data()));
    }

    /** Returns whether what was written is the whole stored state, and nothing else. */
    boolean isEqual() {
        return !differs && missing.isEmpty();
    }
}
