package org.atomizable.testkit.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.atomizable.api.Atomizable;
import org.atomizable.api.StateReader;
import org.atomizable.api.Tensor;
import org.atomizable.checkpoint.state.HeldState;

/** What a job saved at a safe point. Two are equal if every tensor has the same name, type, shape and bytes. */
public final class StateImage {

    private final Map<String, Tensor> tensors;

    private StateImage(Map<String, Tensor> tensors) {
        this.tensors = tensors;
    }

    /** Saves a job into memory. */
    public static StateImage of(Atomizable job) throws IOException {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        job.save((name, tensor) -> {
            if (tensors.put(name, copy(tensor)) != null) {
                throw new IllegalArgumentException("tensor \"%s\" was written twice".formatted(name));
            }
        });
        return new StateImage(tensors);
    }

    private static Tensor copy(Tensor tensor) {
        ByteBuffer data = tensor.data();
        return Tensor.of(
                tensor.type(),
                tensor.shape(),
                ByteBuffer.allocate(data.remaining()).put(data).flip());
    }

    /** Returns it for a restore. */
    public StateReader reader() {
        return new HeldState(tensors);
    }

    /** Returns how many bytes its tensors have. */
    public long bytes() {
        return tensors.values().stream().mapToLong(it -> it.size().count()).sum();
    }

    /** Returns where another one differs first, and how; empty if they are equal. */
    public Optional<String> differenceTo(StateImage other) {
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

    /** Returns a digest, by which states of two JVMs can be compared. */
    public String sha256() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            new TreeMap<>(tensors).forEach((name, tensor) -> {
                digest.update("%s %s %s\n"
                        .formatted(name, tensor.type(), Arrays.toString(tensor.shape()))
                        .getBytes(StandardCharsets.UTF_8));
                digest.update(tensor.data());
            });
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java has SHA-256", missing);
        }
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
