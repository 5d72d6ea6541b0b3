package org.atomizable.checkpoint;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;

/**
 * The SHA-256 of a state, which depends on its tensors alone and not on the order in which they are written.
 *
 * <pre>
 * state  = SHA-256( tensor of the least name, ..., tensor of the greatest name )      names in order of their UTF-16 units
 * tensor = length of name, name, length of type, type, rank, sizes, SHA-256(data)
 * </pre>
 *
 * where lengths and rank are 4 bytes, sizes 8 bytes, big-endian, and name and type are UTF-8.
 */
public final class StateDigest implements StateWriter {

    private final Map<String, byte[]> tensors = new TreeMap<>();

    /** Makes the digest of a state without tensors. */
    public StateDigest() {}

    @Override
    public void tensor(String name, Tensor tensor) {
        TensorNames.require(name, tensors.keySet());
        MessageDigest data = sha256Digest();
        data.update(tensor.data());
        byte[] nameBytes = name.getBytes(StandardCharsets.UTF_8);
        byte[] typeBytes = tensor.type().name().getBytes(StandardCharsets.UTF_8);
        long[] shape = tensor.shape();
        ByteBuffer encoded = ByteBuffer.allocate(
                3 * Integer.BYTES + nameBytes.length + typeBytes.length + shape.length * Long.BYTES + 32);
        encoded.putInt(nameBytes.length).put(nameBytes);
        encoded.putInt(typeBytes.length).put(typeBytes);
        encoded.putInt(shape.length);
        for (long size : shape) {
            encoded.putLong(size);
        }
        encoded.put(data.digest());
        tensors.put(name, encoded.array());
    }

    /** Returns the digest of what was written so far, in 64 hexadecimal digits. */
    public String sha256() {
        MessageDigest state = sha256Digest();
        tensors.values().forEach(state::update);
        return HexFormat.of().formatHex(state.digest());
    }

    private static MessageDigest sha256Digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform must have SHA-256", e);
        }
    }
}
