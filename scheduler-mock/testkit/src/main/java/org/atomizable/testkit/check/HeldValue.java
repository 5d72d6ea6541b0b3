package org.atomizable.testkit.check;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A copy of a field's value, which can be put into a field again, also into a final one that holds something that can be changed. */
final class HeldValue {

    private final @Nullable Object copy;

    private HeldValue(@Nullable Object copy) {
        this.copy = copy;
    }

    static HeldValue of(@Nullable Object value) {
        return new HeldValue(copy(value));
    }

    private static @Nullable Object copy(@Nullable Object value) {
        if (value instanceof Random random) {
            return serialized(random);
        }
        if (value instanceof AtomicInteger || value instanceof AtomicLong) {
            return ((Number) value).longValue();
        }
        if (value instanceof Map<?, ?> map && isOfTheJdk(value)) {
            return new LinkedHashMap<>(map);
        }
        if (value instanceof Collection<?> all && isOfTheJdk(value)) {
            return new ArrayList<>(all);
        }
        if (value != null && value.getClass().isArray()) {
            int length = Array.getLength(value);
            Object array = Array.newInstance(value.getClass().getComponentType(), length);
            System.arraycopy(value, 0, array, 0, length);
            return array;
        }
        return value;
    }

    private static boolean isOfTheJdk(Object value) {
        return value.getClass().getName().startsWith("java.util.");
    }

    private static Object serialized(Random random) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(random);
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                return in.readObject();
            }
        } catch (IOException | ClassNotFoundException e) {
            return random;
        }
    }

    /** Puts it into a field; returns whether that could be done. */
    boolean putInto(Slot slot) {
        Object now = slot.value();
        if (now instanceof AtomicInteger it && copy instanceof Long was) {
            it.set(was.intValue());
            return true;
        }
        if (now instanceof AtomicLong it && copy instanceof Long was) {
            it.set(was);
            return true;
        }
        if (now instanceof Map<?, ?> map && copy instanceof Map<?, ?> was && isOfTheJdk(now)) {
            return refill(map, was);
        }
        if (now instanceof Collection<?> all && copy instanceof Collection<?> was && isOfTheJdk(now)) {
            return refill(all, was);
        }
        if (now != null
                && copy != null
                && now.getClass().isArray()
                && now.getClass() == copy.getClass()
                && Array.getLength(now) == Array.getLength(copy)) {
            System.arraycopy(copy, 0, now, 0, Array.getLength(now));
            return true;
        }
        if (slot.set(copy(copy))) {
            return true;
        }
        if (now instanceof Random random) {
            // Not where it was, but the same in each run.
            random.setSeed(1);
            return true;
        }
        return false;
    }

    @SuppressWarnings("unchecked")
    private static boolean refill(Map<?, ?> map, Map<?, ?> entries) {
        try {
            map.clear();
            ((Map<Object, Object>) map).putAll(entries);
            return true;
        } catch (UnsupportedOperationException e) {
            return false;
        }
    }

    @SuppressWarnings("unchecked")
    private static boolean refill(Collection<?> all, Collection<?> elements) {
        try {
            all.clear();
            ((Collection<Object>) all).addAll(elements);
            return true;
        } catch (UnsupportedOperationException e) {
            return false;
        }
    }
}
