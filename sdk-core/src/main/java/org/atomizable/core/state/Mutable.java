package org.atomizable.core.state;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.BitSet;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.atomizable.api.ElementType;

/** Parts of single values that can change: they are restored in place if their field is final. */
public final class Mutable {

    public static final Part<AtomicInteger> ATOMIC_INTEGER = new Restored<>(
            AtomicInteger::new,
            (it, to) -> to.out().writeInt(it.get()),
            (it, from) -> it.set(from.in().readInt()));
    public static final Part<AtomicLong> ATOMIC_LONG = new Restored<>(
            AtomicLong::new,
            (it, to) -> to.out().writeLong(it.get()),
            (it, from) -> it.set(from.in().readLong()));
    public static final Part<AtomicBoolean> ATOMIC_BOOLEAN = new Restored<>(
            AtomicBoolean::new,
            (it, to) -> to.out().writeBoolean(it.get()),
            (it, from) -> it.set(from.in().readBoolean()));
    public static final Part<BitSet> BIT_SET =
            new Restored<>(BitSet::new, (it, to) -> to.array(it.toLongArray()), (it, from) -> {
                it.clear();
                it.or(BitSet.valueOf(PrimitiveArrays.longs(from.array(ElementType.I64))));
            });
    public static final Part<SavableRandom> SAVABLE_RANDOM = new Restored<>(
            () -> new SavableRandom(0),
            (it, to) -> to.out().writeLong(it.state()),
            (it, from) -> it.restore(from.in().readLong()));

    /** Saved with its pending Gaussian number, through the form in which the JDK itself saves it. */
    public static final Part<Random> RANDOM = new RandomPart();

    private Mutable() {}

    /** Writes or reads the content of a value. */
    @FunctionalInterface
    private interface Content<T, S> {
        void move(T value, S stream) throws IOException;
    }

    private record Restored<T>(Supplier<T> make, Content<T, PartWriter> save, Content<T, PartReader> restore)
            implements Part<T> {

        @Override
        public void write(T value, PartWriter to) throws IOException {
            save.move(value, to);
        }

        @Override
        public T read(PartReader from) throws IOException {
            T value = make.get();
            restore.move(value, from);
            return value;
        }

        @Override
        public void readInto(T target, PartReader from) throws IOException {
            restore.move(target, from);
        }

        @Override
        public boolean canChange() {
            return true;
        }
    }

    private static final class RandomPart implements Part<Random> {

        @Override
        public void write(Random value, PartWriter to) throws IOException {
            if (value.getClass() != Random.class) {
                throw to.unsavable(
                        "holds a " + value.getClass().getName(), "Use new Random(seed) or new SavableRandom(seed)");
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream objects = new ObjectOutputStream(bytes)) {
                objects.writeObject(value);
            }
            to.array(bytes.toByteArray());
        }

        @Override
        public Random read(PartReader from) throws IOException {
            byte[] bytes = PrimitiveArrays.bytes(from.array(ElementType.I8));
            try (ObjectInputStream objects = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
                objects.setObjectInputFilter(Mutable::onlyRandom);
                return (Random) objects.readObject();
            } catch (ClassNotFoundException | ClassCastException e) {
                throw from.mismatch("is not a java.util.Random: %s", String.valueOf(e.getMessage()));
            }
        }

        @Override
        public boolean canChange() {
            return true;
        }
    }

    private static ObjectInputFilter.Status onlyRandom(ObjectInputFilter.FilterInfo info) {
        Class<?> type = info.serialClass();
        return type == null || type == Random.class
                ? ObjectInputFilter.Status.ALLOWED
                : ObjectInputFilter.Status.REJECTED;
    }
}
