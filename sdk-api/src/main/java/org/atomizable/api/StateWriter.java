package org.atomizable.api;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Writes a job's whole state at a safe point, as named tensors.
 *
 * <p>Each name is written once. The writer copies a tensor before the call returns, so the caller may then change its
 * memory.
 */
public interface StateWriter {

    /**
     * Writes one tensor.
     *
     * @param name 1 to 1,000 characters, except {@code __metadata__}; each name at most once
     * @throws IllegalArgumentException if the name is not allowed or was used before
     * @throws IOException if the state cannot be written
     */
    void tensor(String name, Tensor tensor) throws IOException;

    /** Writes 64-bit integers under {@code name}. */
    default void longs(String name, long... values) throws IOException {
        ByteBuffer data = ByteBuffer.allocate(Math.multiplyExact(values.length, Long.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN);
        data.asLongBuffer().put(values);
        tensor(name, Tensor.of(ElementType.I64, new long[] {values.length}, data));
    }

    /** Writes doubles under {@code name}, bit for bit. */
    default void doubles(String name, double... values) throws IOException {
        ByteBuffer data = ByteBuffer.allocate(Math.multiplyExact(values.length, Double.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN);
        data.asDoubleBuffer().put(values);
        tensor(name, Tensor.of(ElementType.F64, new long[] {values.length}, data));
    }

    /** Writes floats under {@code name}, bit for bit. */
    default void floats(String name, float... values) throws IOException {
        ByteBuffer data = ByteBuffer.allocate(Math.multiplyExact(values.length, Float.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN);
        data.asFloatBuffer().put(values);
        tensor(name, Tensor.of(ElementType.F32, new long[] {values.length}, data));
    }

    /** Writes bytes under {@code name}. */
    default void bytes(String name, byte... values) throws IOException {
        tensor(name, Tensor.of(ElementType.U8, new long[] {values.length}, ByteBuffer.wrap(values)));
    }

    /**
     * Writes text under {@code name}, in UTF-8.
     *
     * @throws IllegalArgumentException if it has half of a surrogate pair, for which UTF-8 has no bytes
     */
    default void text(String name, String value) throws IOException {
        ByteBuffer utf8;
        try {
            utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value));
        } catch (CharacterCodingException halfOfAPair) {
            throw new IllegalArgumentException(
                    "text %s has half of a surrogate pair, which cannot be saved as text: save its characters as numbers"
                            .formatted(name),
                    halfOfAPair);
        }
        byte[] bytes = new byte[utf8.remaining()];
        utf8.get(bytes);
        bytes(name, bytes);
    }
}
