package org.atomizable.api;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * An array of numbers of one type, row-major and little-endian.
 *
 * <p>The data are shared, not copied: the creator of a tensor must not change the buffer while the tensor is in use.
 * Equality compares type, shape and every byte.
 */
public final class Tensor {

    private final ElementType type;
    private final long[] shape;
    private final ByteBuffer data;

    private Tensor(ElementType type, long[] shape, ByteBuffer data) {
        this.type = type;
        this.shape = shape;
        this.data = data;
    }

    /**
     * Creates a tensor over the remaining bytes of {@code data}.
     *
     * @param shape sizes of the dimensions, each 0 or more; empty for a scalar
     * @throws IllegalArgumentException if the remaining bytes are not exactly as many as type and shape need
     */
    public static Tensor of(ElementType type, long[] shape, ByteBuffer data) {
        long bytes = type.bytes();
        for (long size : shape) {
            if (size < 0) {
                throw new IllegalArgumentException(
                        "a tensor's dimensions are 0 or more, were " + Arrays.toString(shape));
            }
            bytes = Math.multiplyExact(bytes, size);
        }
        if (data.remaining() != bytes) {
            throw new IllegalArgumentException("a tensor of %s %s needs %s bytes, got %s"
                    .formatted(type, Arrays.toString(shape), bytes, data.remaining()));
        }
        return new Tensor(type, shape.clone(), data.slice().order(ByteOrder.LITTLE_ENDIAN));
    }

    /** Returns the type of every element. */
    public ElementType type() {
        return type;
    }

    /** Returns a copy of the sizes of the dimensions; empty for a scalar. */
    public long[] shape() {
        return shape.clone();
    }

    /** Returns a read-only, little-endian view of the data, at position 0. */
    public ByteBuffer data() {
        return data.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the size of the data. */
    public Bytes size() {
        return Bytes.of(data.limit());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Tensor that
                && type == that.type
                && Arrays.equals(shape, that.shape)
                && data.equals(that.data);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * type.hashCode() + Arrays.hashCode(shape)) + data.hashCode();
    }

    @Override
    public String toString() {
        return type + Arrays.toString(shape);
    }
}
