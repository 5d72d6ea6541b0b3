package org.atomizable.api;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Reads the state that a {@link StateWriter} wrote, tensor by tensor and in any order. */
public interface StateReader {

    /** Returns the names of all tensors, in the order in which they were written. */
    Set<String> names();

    /**
     * Reads one tensor.
     *
     * @throws StateMismatchException if there is no tensor of that name
     * @throws IOException if the tensor cannot be read
     */
    Tensor tensor(String name) throws IOException;

    /** Reads what {@link StateWriter#longs} wrote. */
    default long[] longs(String name) throws IOException {
        ByteBuffer data = data(name, ElementType.I64);
        long[] values = new long[data.remaining() / Long.BYTES];
        data.asLongBuffer().get(values);
        return values;
    }

    /** Reads what {@link StateWriter#doubles} wrote. */
    default double[] doubles(String name) throws IOException {
        ByteBuffer data = data(name, ElementType.F64);
        double[] values = new double[data.remaining() / Double.BYTES];
        data.asDoubleBuffer().get(values);
        return values;
    }

    /** Reads what {@link StateWriter#floats} wrote. */
    default float[] floats(String name) throws IOException {
        ByteBuffer data = data(name, ElementType.F32);
        float[] values = new float[data.remaining() / Float.BYTES];
        data.asFloatBuffer().get(values);
        return values;
    }

    /** Reads what {@link StateWriter#bytes} wrote. */
    default byte[] bytes(String name) throws IOException {
        ByteBuffer data = data(name, ElementType.U8);
        byte[] values = new byte[data.remaining()];
        data.get(values);
        return values;
    }

    /** Reads what {@link StateWriter#text} wrote. */
    default String text(String name) throws IOException {
        return new String(bytes(name), StandardCharsets.UTF_8);
    }

    private ByteBuffer data(String name, ElementType type) throws IOException {
        Tensor tensor = tensor(name);
        if (tensor.type() != type) {
            throw new StateMismatchException(
                    "the state's tensor %s is %s, this job reads %s".formatted(name, tensor.type(), type));
        }
        return tensor.data();
    }
}
