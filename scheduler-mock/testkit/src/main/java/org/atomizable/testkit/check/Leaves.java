package org.atomizable.testkit.check;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.lang.reflect.Array;
import java.time.temporal.TemporalAccessor;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.atomizable.testkit.check.Leaf.Kind;
import org.jspecify.annotations.Nullable;

/** Turns values into leaves. */
final class Leaves {

    private Leaves() {}

    /** Returns the leaf of a value; null for an object that is only followed. */
    static @Nullable Leaf of(@Nullable Object value) {
        if (value == null) {
            return new Leaf(Kind.VALUE, "null");
        }
        if (value instanceof RandomGenerator generator) {
            return new Leaf(Kind.RANDOM, position(generator));
        }
        if (value instanceof Float || value instanceof Double) {
            return new Leaf(Kind.REAL, value.toString());
        }
        if (value instanceof Number || value instanceof Boolean) {
            // Of an AtomicLong, too.
            return new Leaf(Kind.WHOLE, value.toString());
        }
        if (value instanceof CharSequence
                || value instanceof Character
                || value instanceof Enum<?>
                || value instanceof TemporalAccessor) {
            return new Leaf(Kind.VALUE, value.toString());
        }
        return container(value);
    }

    private static @Nullable Leaf container(Object value) {
        if (value instanceof Map<?, ?> map) {
            return new Leaf(isUnordered(map) ? Kind.UNORDERED : Kind.SIZE, map.size() + " entries");
        }
        if (value instanceof Collection<?> all) {
            String size = all.size() + " elements";
            return new Leaf(
                    value instanceof Queue<?> ? Kind.QUEUE : isUnordered(all) ? Kind.UNORDERED : Kind.SIZE, size);
        }
        if (value.getClass().isArray()) {
            return value instanceof Object[] objects
                    ? new Leaf(Kind.SIZE, objects.length + " elements")
                    : new Leaf(Kind.NUMBERS, numbers(value));
        }
        return null;
    }

    /** The first numbers, and a hash code of all. */
    private static String numbers(Object array) {
        int length = Array.getLength(array);
        Object[] all =
                IntStream.range(0, length).mapToObj(i -> Array.get(array, i)).toArray();
        String first = Arrays.toString(Arrays.copyOf(all, Math.min(3, length)));
        return length <= 3
                ? first
                : String.format(
                        Locale.ROOT,
                        "%s, … (%s numbers, #%08x)",
                        first.substring(0, first.length() - 1),
                        length,
                        Arrays.hashCode(all));
    }

    /** Where a generator stands, where that can be seen. */
    private static String position(RandomGenerator generator) {
        if (!(generator instanceof Random)) {
            return "cannot be seen";
        }
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(generator);
            }
            return String.format(Locale.ROOT, "#%08x", Arrays.hashCode(bytes.toByteArray()));
        } catch (IOException e) {
            return "cannot be seen";
        }
    }

    private static boolean isUnordered(Map<?, ?> map) {
        boolean hashed = map instanceof IdentityHashMap
                || (map instanceof HashMap && !(map instanceof LinkedHashMap))
                || map instanceof ConcurrentHashMap;
        return hashed
                && (map instanceof IdentityHashMap || map.keySet().stream().anyMatch(Leaves::hasIdentityHash));
    }

    private static boolean isUnordered(Collection<?> all) {
        return all instanceof HashSet
                && !(all instanceof LinkedHashSet)
                && all.stream().anyMatch(Leaves::hasIdentityHash);
    }

    private static boolean hasIdentityHash(@Nullable Object key) {
        if (key == null) {
            return false;
        }
        try {
            Class<?> declares = key.getClass().getMethod("hashCode").getDeclaringClass();
            return declares == Object.class || declares == Enum.class;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    /** How a key is named in a path. */
    static String key(@Nullable Object key) {
        return key == null || key instanceof CharSequence || key instanceof Number || key instanceof Enum<?>
                ? String.valueOf(key)
                : key.getClass().getSimpleName();
    }
}
