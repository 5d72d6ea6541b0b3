package org.atomizable.testkit.check;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.ElementType;
import org.atomizable.api.Metric;
import org.atomizable.api.StateReader;
import org.atomizable.api.Tensor;
import org.atomizable.checkpoint.state.HeldState;

/** The state that a job saved at a safe point. Two are equal if every tensor has the same name, type, shape and bytes. */
final class StateImage {

    private final Map<String, Tensor> tensors;

    private StateImage(Map<String, Tensor> tensors) {
        this.tensors = tensors;
    }

    /** Saves a job into memory, and lets it measure itself, as the runtime does. */
    static StateImage of(Atomizable job) throws IOException {
        StateImage saved = saved(job);
        measure(job);
        return saved;
    }

    /** Saves a job into memory, and asks nothing else of it. */
    static StateImage saved(Atomizable job) throws IOException {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        job.save((name, tensor) -> {
            if (tensors.put(name, copy(tensor)) != null) {
                throw new IllegalArgumentException("tensor \"%s\" was written twice".formatted(name));
            }
        });
        return new StateImage(tensors);
    }

    private static void measure(Atomizable job) {
        try {
            if (job instanceof Metric.Source it) {
                it.measure();
            }
        } catch (Exception toldWhereItRuns) {
            // A job that cannot measure itself is saved all the same.
        }
    }

    private static Tensor copy(Tensor tensor) {
        ByteBuffer data = tensor.data();
        return Tensor.of(
                tensor.type(),
                tensor.shape(),
                ByteBuffer.allocate(data.remaining()).put(data).flip());
    }

    /** Returns it for a restore. */
    StateReader reader() {
        return new HeldState(tensors);
    }

    /** Returns how many bytes its tensors have. */
    long bytes() {
        return tensors.values().stream().mapToLong(it -> it.size().count()).sum();
    }

    /** Returns where another one differs first, and how; empty if they are equal. */
    Optional<String> differenceTo(StateImage other) {
        for (Map.Entry<String, Tensor> each : tensors.entrySet()) {
            Tensor that = other.tensors.get(each.getKey());
            if (that == null) {
                return Optional.of("tensor \"%s\" is missing".formatted(each.getKey()));
            }
            if (!each.getValue().equals(that)) {
                return Optional.of(TensorDifference.between(each.getKey(), each.getValue(), that));
            }
        }
        return other.tensors.keySet().stream()
                .filter(name -> !tensors.containsKey(name))
                .findFirst()
                .map("there is a new tensor \"%s\""::formatted);
    }

    /** Writes it for another JVM. */
    void writeTo(DataOutputStream out) throws IOException {
        out.writeInt(tensors.size());
        for (Map.Entry<String, Tensor> each : tensors.entrySet()) {
            out.writeUTF(each.getKey());
            out.writeUTF(each.getValue().type().name());
            long[] shape = each.getValue().shape();
            out.writeInt(shape.length);
            for (long length : shape) {
                out.writeLong(length);
            }
            byte[] bytes = new byte[each.getValue().data().remaining()];
            each.getValue().data().get(bytes);
            out.writeInt(bytes.length);
            out.write(bytes);
        }
    }

    /** Reads one that was written by another JVM. */
    static StateImage readFrom(DataInputStream in) throws IOException {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            String name = in.readUTF();
            ElementType type = ElementType.valueOf(in.readUTF());
            long[] shape = new long[in.readInt()];
            for (int j = 0; j < shape.length; j++) {
                shape[j] = in.readLong();
            }
            tensors.put(name, Tensor.of(type, shape, ByteBuffer.wrap(in.readNBytes(in.readInt()))));
        }
        return new StateImage(tensors);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StateImage that && tensors.equals(that.tensors);
    }

    @Override
    public int hashCode() {
        return tensors.hashCode();
    }
}
