package org.atomizable.core.state;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.atomizable.api.ElementType;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.Tensor;
import org.jspecify.annotations.Nullable;

/** Unpacks what a {@link PartWriter} packed. */
public final class PartReader {

    private final DataInputStream packed;
    private final String name;
    private final StateReader from;
    private final Sharing sharing;
    private int tensors;

    PartReader(String name, StateReader from, Sharing sharing) throws IOException {
        this.packed = new DataInputStream(new ByteArrayInputStream(from.bytes(name)));
        this.name = name;
        this.from = from;
        this.sharing = sharing;
    }

    /** Returns the name of the field. */
    public String name() {
        return name;
    }

    /** Reads what {@link PartWriter#put} wrote; null if that was null. */
    @SuppressWarnings("NullAway") // only the job knows whether its field may be null
    public <T> T take(Part<T> part) throws IOException {
        int kind = packed.readByte();
        if (kind == PartWriter.NULL) {
            return null;
        }
        if (kind == PartWriter.SHARED) {
            return unchecked(shared());
        }
        if (!part.canChange()) {
            return part.read(this);
        }
        int number = sharing.reserve();
        T value = part.read(this);
        sharing.complete(number, value);
        return value;
    }

    /** Reads what {@link PartWriter#put} wrote into a value that exists. */
    <T> void takeInto(@Nullable T target, Part<T> part) throws IOException {
        int kind = packed.readByte();
        if (kind == PartWriter.NULL && target == null) {
            return;
        }
        if (kind == PartWriter.NULL || target == null) {
            throw mismatch("is final, and is null either in this job or in the state, but not in both");
        }
        if (kind == PartWriter.SHARED) {
            requireSame(target, shared());
            return;
        }
        int number = sharing.reserve();
        part.readInto(target, this);
        sharing.complete(number, target);
    }

    private void requireSame(Object target, Object saved) throws StateMismatchException {
        if (target != saved) {
            throw mismatch("was also the value of another field, this job's is a value of its own");
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"
    }) // the same code wrote it, and an assignment checks it
    private static <T> T unchecked(Object value) {
        return (T) value;
    }

    private Object shared() throws IOException {
        int number = packed.readInt();
        return sharing.value(number).orElseThrow(() -> mismatch("refers to value %s, which there is not", number));
    }

    /** Returns where to read primitive values. */
    DataInputStream in() {
        return packed;
    }

    /** Reads how many elements follow. */
    int size() throws IOException {
        int size = packed.readInt();
        if (size < 0) {
            throw mismatch("has %s elements", size);
        }
        return size;
    }

    /** Reads the elements of an array of primitives. */
    Tensor array(ElementType type) throws IOException {
        int size = size();
        long bytes = (long) size * type.bytes();
        if (bytes >= PartWriter.LARGE) {
            String own = name + "/" + tensors++;
            Tensor tensor = from.tensor(own);
            if (tensor.type() != type || tensor.size().count() != bytes) {
                throw mismatch("has tensor %s, which is %s and not %s[%s]", own, tensor, type, size);
            }
            return tensor;
        }
        byte[] small = packed.readNBytes((int) bytes);
        if (small.length < bytes) {
            throw new EOFException();
        }
        return Tensor.of(type, new long[] {size}, ByteBuffer.wrap(small).order(ByteOrder.LITTLE_ENDIAN));
    }

    /** Returns what to throw if the state is not what this job wrote. */
    @SuppressWarnings("AnnotateFormatMethod") // that annotation would be a dependency
    StateMismatchException mismatch(String what, Object... values) {
        return mismatchOf(name, what, values);
    }

    /** Returns the same for a field that is not packed. */
    @SuppressWarnings("AnnotateFormatMethod") // that annotation would be a dependency
    static StateMismatchException mismatchOf(String name, String what, Object... values) {
        return new StateMismatchException("the state's %s %s".formatted(name, what.formatted(values)));
    }

    void finish() throws IOException {
        if (packed.available() > 0) {
            throw mismatch("has %s bytes more than this job reads", packed.available());
        }
    }
}
