package org.atomizable.core.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.atomizable.api.ElementType;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.Tensor;
import org.atomizable.api.annotation.StateCodec;
import org.jspecify.annotations.Nullable;

/** Restores the fields of a job in the order in which a {@link StateSaver} saved them. */
public final class StateRestorer {

    private final StateReader from;
    private final Set<String> names;
    private final Set<String> read = new HashSet<>();
    private final Sharing sharing = new Sharing();

    /** Restores from {@code from}. */
    public StateRestorer(StateReader from) {
        this.from = from;
        this.names = from.names();
    }

    /** Returns the name of the tensor that is written instead of what a codec would write. */
    static String instead(String name) {
        return name + "/instead";
    }

    /** Reads a field. */
    public boolean takeBoolean(String name) throws IOException {
        return one(name, ElementType.BOOL).get() != 0;
    }

    /** Reads a field. */
    public byte takeByte(String name) throws IOException {
        return one(name, ElementType.I8).get();
    }

    /** Reads a field. */
    public short takeShort(String name) throws IOException {
        return one(name, ElementType.I16).getShort();
    }

    /** Reads a field. */
    public char takeChar(String name) throws IOException {
        return one(name, ElementType.U16).getChar();
    }

    /** Reads a field. */
    public int takeInt(String name) throws IOException {
        return one(name, ElementType.I32).getInt();
    }

    /** Reads a field. */
    public long takeLong(String name) throws IOException {
        return one(name, ElementType.I64).getLong();
    }

    /** Reads a field. */
    public float takeFloat(String name) throws IOException {
        return Float.intBitsToFloat(one(name, ElementType.F32).getInt());
    }

    /** Reads a field. */
    public double takeDouble(String name) throws IOException {
        return Double.longBitsToDouble(one(name, ElementType.F64).getLong());
    }

    private ByteBuffer one(String name, ElementType type) throws IOException {
        read.add(name);
        Tensor tensor = from.tensor(name);
        if (tensor.type() != type || tensor.size().count() != type.bytes()) {
            throw PartReader.mismatchOf(name, "is %s, this job's is one %s", tensor, type);
        }
        return tensor.data();
    }

    /** Reads a field that can be assigned; null if it was null. */
    public <T> T take(String name, Part<T> part) throws IOException {
        read.add(name);
        if (part instanceof ArrayParts.Primitive<T> array) {
            Tensor tensor = from.tensor(name);
            if (tensor.type() != ElementType.U8) {
                int number = sharing.reserve();
                T value = array.copy(ofType(name, tensor, array.type()));
                sharing.complete(number, value);
                return value;
            }
        }
        PartReader packed = new PartReader(name, from, sharing);
        T value = packed.take(part);
        packed.finish();
        return value;
    }

    /** Reads a final field in place. */
    public <T> void restore(String name, @Nullable T target, Part<T> part) throws IOException {
        read.add(name);
        if (target != null && part instanceof ArrayParts.Primitive<T> array) {
            Tensor tensor = from.tensor(name);
            if (tensor.type() != ElementType.U8) {
                sharing.complete(sharing.reserve(), target);
                array.copyInto(target, ofType(name, tensor, array.type()), name);
                return;
            }
        }
        PartReader packed = new PartReader(name, from, sharing);
        packed.takeInto(target, part);
        packed.finish();
    }

    private static Tensor ofType(String name, Tensor tensor, ElementType type) throws IOException {
        if (tensor.type() != type) {
            throw PartReader.mismatchOf(name, "is %s, this job's is an array of %s", tensor, type);
        }
        return tensor;
    }

    /** Reads a field by a codec of the job's author; null if it was null. */
    public <T> T take(String name, @Nullable T current, StateCodec<T> codec) throws IOException {
        return take(name, current, codec, false);
    }

    private <T> @Nullable T refitted(String name, @Nullable T current, StateCodec<T> codec) throws IOException {
        return current != null && codec instanceof Refitting<T> refitting
                ? refitting.refitted(name, current, sharing.numberOf(current).isPresent(), from)
                : current;
    }

    private <T> T take(String name, @Nullable T current, StateCodec<T> codec, boolean inPlace) throws IOException {
        read.add(name);
        if (names.contains(instead(name))) {
            PartReader packed = new PartReader(instead(name), from, sharing);
            T value = packed.take(new StateSaver.ByCodec<>());
            packed.finish();
            return value;
        }
        T value = codec.restore(name, inPlace ? current : refitted(name, current, codec), from);
        if (sharing.numberOf(value).isPresent()) { // a codec may restore in place, and would have done so twice
            throw PartReader.mismatchOf(
                    name,
                    "is a value of its own, but in this job another field has it, too; create two in the constructor");
        }
        sharing.complete(sharing.meet(value), value);
        return value;
    }

    /** Reads a final field by a codec of the job's author. */
    public <T> void restore(String name, @Nullable T current, StateCodec<T> codec) throws IOException {
        T value = take(name, current, codec, true);
        if (value != current) {
            throw new StateMismatchException(
                    "the codec of %s returned another value than the one of the field, which is final".formatted(name));
        }
    }

    /** Refuses a state that contains what this job did not read. */
    public void finish() throws IOException {
        for (String name : names) {
            if (!read.contains(name) && !isPartOfOne(name)) {
                throw new StateMismatchException("the state contains %s, which this job does not have".formatted(name));
            }
        }
    }

    private boolean isPartOfOne(String name) {
        for (int slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
            if (read.contains(name.substring(0, slash))) {
                return true;
            }
        }
        return false;
    }
}
