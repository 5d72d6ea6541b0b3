package org.atomizable.checkpoint.safetensors;

import java.util.List;
import org.atomizable.api.ElementType;

/**
 * One tensor in a header.
 *
 * @param name its name
 * @param type of its elements
 * @param shape sizes of its dimensions, each 0 or more; empty for a scalar
 * @param begin the first byte, relative to the start of the data
 * @param end the first byte after it
 */
public record Entry(String name, ElementType type, List<Long> shape, long begin, long end) {

    /** Copies the shape. */
    public Entry {
        shape = List.copyOf(shape);
    }

    /** Returns its size in bytes. */
    public long length() {
        return end - begin;
    }

    /** Returns the size in bytes that type and shape ask for. */
    long needed() throws MalformedFileException {
        try {
            long bytes = type.bytes();
            for (long size : shape) {
                bytes = Math.multiplyExact(bytes, size);
            }
            return bytes;
        } catch (ArithmeticException e) {
            throw new MalformedFileException(
                    "tensor \"%s\" of shape %s is larger than any file".formatted(name, shape), e);
        }
    }
}
