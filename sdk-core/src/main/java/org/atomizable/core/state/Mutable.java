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

/** Parts of single values that can change: they are restored in place if their field is final. */
public final class Mutable {

    public static final Part<AtomicInteger> ATOMIC_INTEGER = new InPlace<>(
            AtomicInteger::new,
            (it, to) -> to.out().writeInt(it.get()),
            (it, from) -> it.set(from.in().readInt()));
    public static final Part<AtomicLong> ATOMIC_LONG = new InPlace<>(
            AtomicLong::new,
            (it, to) -> to.out().writeLong(it.get()),
            (it, from) -> it.set(from.in().readLong()));
    public static final Part<AtomicBoolean> ATOMIC_BOOLEAN = new InPlace<>(
            AtomicBoolean::new,
            (it, to) -> to.out().writeBoolean(it.get()),
            (it, from) -> it.set(from.in().readBoolean()));
    public static final Part<BitSet> BIT_SET =
            new InPlace<>(BitSet::new, (it, to) -> ArrayParts.LONGS.write(it.toLongArray(), to), (it, from) -> {
                it.clear();
                it.or(BitSet.valueOf(ArrayParts.LONGS.read(from)));
            });
    public static final Part<SavableRandom> SAVABLE_RANDOM = new InPlace<>(
            () -> new SavableRandom(0),
            (it, to) -> to.out().writeLong(it.state()),
            (it, from) -> it.restore(from.in().readLong()));

    /** Saved with its pending Gaussian number, through the form in which the JDK itself saves it. */
    public static final Part<Random> RANDOM = new RandomPart();

    private Mutable() {}

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
            ArrayParts.BYTES.write(bytes.toByteArray(), to);
        }

        @Override
        public Random read(PartReader from) throws IOException {
            byte[] bytes = ArrayParts.BYTES.read(from);
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
