package org.atomizable.checkpoint;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.atomizable.api.ElementType;
import org.atomizable.api.Tensor;
import org.atomizable.checkpoint.manifest.Manifest;
import org.atomizable.checkpoint.manifest.StoredTensor;

/**
 * The difference of one tensor between two checkpoints.
 *
 * @param name its name
 * @param before its type and shape in the first checkpoint; empty if it was not there
 * @param after its type and shape in the second checkpoint; empty if it is not there
 * @param bytes the size of its data in the second checkpoint, or in the first if it was removed
 * @param changedBytes how many bytes differ, where both were compared; empty otherwise
 * @param largest the largest absolute difference of two elements, for F32 and F64 of equal shape that were compared; NaN if
 *     one of the two is
 */
public record TensorChange(
        String name,
        Optional<String> before,
        Optional<String> after,
        long bytes,
        Optional<Long> changedBytes,
        OptionalDouble largest) {

    /** Returns what differs between two checkpoints, by their manifests alone; tensors that are equal are left out. */
    static List<TensorChange> between(Manifest first, Manifest second) {
        Map<String, StoredTensor> before = byName(first);
        Map<String, StoredTensor> after = byName(second);
        List<TensorChange> changes = new ArrayList<>();
        before.forEach((name, tensor) -> {
            StoredTensor now = after.get(name);
            if (now == null) {
                changes.add(change(name, Optional.of(tensor), Optional.empty()));
            } else if (!described(now).equals(described(tensor))
                    || !now.sha256().equals(tensor.sha256())) {
                changes.add(change(name, Optional.of(tensor), Optional.of(now)));
            }
        });
        after.forEach((name, tensor) -> {
            if (!before.containsKey(name)) {
                changes.add(change(name, Optional.empty(), Optional.of(tensor)));
            }
        });
        return changes;
    }

    private static TensorChange change(String name, Optional<StoredTensor> before, Optional<StoredTensor> after) {
        return new TensorChange(
                name,
                before.map(TensorChange::described),
                after.map(TensorChange::described),
                after.or(() -> before).map(StoredTensor::bytes).orElse(0L),
                Optional.empty(),
                OptionalDouble.empty());
    }

    private static Map<String, StoredTensor> byName(Manifest manifest) {
        Map<String, StoredTensor> tensors = new LinkedHashMap<>();
        manifest.tensors().forEach(tensor -> tensors.put(tensor.name(), tensor));
        return tensors;
    }

    private static String described(StoredTensor tensor) {
        return tensor.type() + " " + tensor.shape();
    }

    /** Returns this change with what a comparison of the data shows. */
    TensorChange compared(Tensor first, Tensor second) {
        ByteBuffer a = first.data();
        ByteBuffer b = second.data();
        if (a.remaining() != b.remaining()) {
            return this;
        }
        long changed = 0;
        for (int at = a.mismatch(b); at >= 0 && at < a.limit(); at++) {
            changed += a.get(at) == b.get(at) ? 0 : 1;
        }
        return new TensorChange(name, before, after, bytes, Optional.of(changed), largest(first.type(), a, b));
    }

    private OptionalDouble largest(ElementType type, ByteBuffer a, ByteBuffer b) {
        if (!before.equals(after) || (type != ElementType.F32 && type != ElementType.F64)) {
            return OptionalDouble.empty();
        }
        double largest = 0;
        for (int at = 0; at < a.limit(); at += type.bytes()) {
            double difference = type == ElementType.F32
                    ? Math.abs((double) a.getFloat(at) - b.getFloat(at))
                    : Math.abs(a.getDouble(at) - b.getDouble(at));
            // Two infinities of one sign are equal.
            boolean same = type == ElementType.F32 ? a.getInt(at) == b.getInt(at) : a.getLong(at) == b.getLong(at);
            largest = same ? largest : Math.max(largest, difference);
        }
        return OptionalDouble.of(largest);
    }
}
