package org.atomizable.core.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.atomizable.api.ElementType;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;
import org.atomizable.api.annotation.StateCodec;
import org.jspecify.annotations.Nullable;

/** Saves the fields of a job, one after the other. A restore reads them in the same order. */
public final class StateSaver {

    private final StateWriter to;
    private final Sharing sharing = new Sharing();

    /** Saves to {@code to}. */
    public StateSaver(StateWriter to) {
        this.to = to;
    }

    /** Saves a field. */
    public void put(String name, boolean value) throws IOException {
        one(name, ElementType.BOOL, room().put((byte) (value ? 1 : 0)));
    }

    /** Saves a field. */
    public void put(String name, byte value) throws IOException {
        one(name, ElementType.I8, room().put(value));
    }

    /** Saves a field. */
    public void put(String name, short value) throws IOException {
        one(name, ElementType.I16, room().putShort(value));
    }

    /** Saves a field. */
    public void put(String name, char value) throws IOException {
        one(name, ElementType.U16, room().putChar(value));
    }

    /** Saves a field. */
    public void put(String name, int value) throws IOException {
        one(name, ElementType.I32, room().putInt(value));
    }

    /** Saves a field. */
    public void put(String name, long value) throws IOException {
        one(name, ElementType.I64, room().putLong(value));
    }

    /** Saves a field. */
    public void put(String name, float value) throws IOException {
        one(name, ElementType.F32, room().putInt(Float.floatToRawIntBits(value)));
    }

    /** Saves a field. */
    public void put(String name, double value) throws IOException {
        one(name, ElementType.F64, room().putLong(Double.doubleToRawLongBits(value)));
    }

    private static ByteBuffer room() {
        return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void one(String name, ElementType type, ByteBuffer data) throws IOException {
        to.tensor(name, Tensor.of(type, new long[] {1}, data.flip()));
    }

    /** Saves a field that can be assigned. */
    public <T> void put(String name, @Nullable T value, Part<T> part) throws IOException {
        save(name, value, part, false);
    }

    /** Saves a final field, which is restored in place. */
    public <T> void keep(String name, @Nullable T value, Part<T> part) throws IOException {
        save(name, value, part, true);
    }

    private <T> void save(String name, @Nullable T value, Part<T> part, boolean inPlace) throws IOException {
        if (part instanceof ArrayParts.Primitive<T> array
                && value != null
                && sharing.numberOf(value).isEmpty()) {
            sharing.complete(sharing.meet(value), value);
            to.tensor(name, array.tensor(name, value)); // of its own type, so that tools can read it
            return;
        }
        PartWriter packed = new PartWriter(name, to, sharing, inPlace);
        packed.put(value, part);
        packed.finish();
    }

    /** Saves a field by a codec of the job's author. */
    public <T> void put(String name, @Nullable T value, StateCodec<T> codec) throws IOException {
        if (value != null && sharing.numberOf(value).isEmpty()) {
            sharing.complete(sharing.meet(value), value);
            codec.save(name, value, to);
            return;
        }
        PartWriter packed = new PartWriter(StateRestorer.instead(name), to, sharing, false);
        packed.put(value, new ByCodec<>());
        packed.finish();
    }

    /** Stands for a codec where nothing but null and shared values are packed. */
    static final class ByCodec<T> implements Part<T> {

        @Override
        public void write(T value, PartWriter to) {
            throw new IllegalStateException("a codec saves it");
        }

        @Override
        public T read(PartReader from) throws IOException {
            throw from.mismatch("is neither null nor the value of another field");
        }

        @Override
        public boolean canChange() {
            return true;
        }
    }
}
