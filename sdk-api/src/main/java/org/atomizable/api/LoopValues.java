package org.atomizable.api;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Writes the elements of collections and maps in a loop's state, each with a byte for its kind, in their order. */
final class LoopValues {

    private static final Set<Class<?>> COLLECTIONS =
            Set.of(ArrayList.class, LinkedList.class, ArrayDeque.class, LinkedHashSet.class, TreeSet.class);
    private static final Set<Class<?>> MAPS = Set.of(LinkedHashMap.class, TreeMap.class);

    private LoopValues() {}

    static Run.Saver saver(String name, Object container) {
        Set<Class<?>> allowed = container instanceof Map ? MAPS : COLLECTIONS;
        if (!allowed.contains(container.getClass())) {
            throw new IllegalArgumentException(
                    "state \"%s\" is a %s, whose order or kind cannot be restored: make it one of %s"
                            .formatted(
                                    name,
                                    container.getClass().getSimpleName(),
                                    allowed.stream()
                                            .map(Class::getSimpleName)
                                            .sorted()
                                            .toList()));
        }
        return to -> {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            requireSeparate(name, container, Collections.newSetFromMap(new IdentityHashMap<>()));
            write(name, container, new DataOutputStream(bytes));
            to.bytes(name, bytes.toByteArray());
        };
    }

    /** Two elements that are one object would be two after a restore. */
    private static void requireSeparate(String name, @Nullable Object value, Set<Object> seen) {
        if (value == null) {
            return;
        }
        boolean changes = value instanceof Map
                || value instanceof Collection
                || value.getClass().isArray();
        if (changes && !seen.add(value)) {
            throw new IllegalArgumentException("state \"%s\" holds the same %s twice: add a copy of it"
                    .formatted(name, value.getClass().getSimpleName()));
        }
        if (value instanceof Map<?, ?> map) {
            map.values().forEach(it -> requireSeparate(name, it, seen));
        } else if (value instanceof Collection<?> collection) {
            collection.forEach(it -> requireSeparate(name, it, seen));
        }
    }

    @SuppressWarnings("unchecked")
    static Run.Restorer restorer(String name, Object container) {
        return from -> {
            Object read = read(new DataInputStream(new ByteArrayInputStream(from.bytes(name))));
            if (container instanceof Map<?, ?> && read instanceof Map<?, ?> entries) {
                Map<Object, Object> map = (Map<Object, Object>) container;
                map.clear();
                map.putAll(entries);
            } else if (container instanceof Collection<?> && read instanceof List<?> elements) {
                Collection<Object> collection = (Collection<Object>) container;
                collection.clear();
                collection.addAll(elements);
            } else {
                throw new StateMismatchException(
                        "state \"%s\" is another kind of collection in the checkpoint".formatted(name));
            }
        };
    }

    private static void write(String name, @Nullable Object value, DataOutputStream out) throws IOException {
        if (value == null) {
            out.writeByte('0');
        } else if (value instanceof Boolean each) {
            out.writeByte('b');
            out.writeBoolean(each);
        } else if (value instanceof Integer each) {
            out.writeByte('i');
            out.writeInt(each);
        } else if (value instanceof Long each) {
            out.writeByte('l');
            out.writeLong(each);
        } else if (value instanceof Float each) {
            out.writeByte('f');
            out.writeInt(Float.floatToRawIntBits(each));
        } else if (value instanceof Double each) {
            out.writeByte('d');
            out.writeLong(Double.doubleToRawLongBits(each));
        } else if (value instanceof String each) {
            out.writeByte('s');
            out.writeInt(each.length());
            out.writeChars(each);
        } else if (value instanceof int[]
                || value instanceof long[]
                || value instanceof float[]
                || value instanceof double[]) {
            out.writeByte('a');
            out.writeByte(value.getClass().getName().charAt(1));
            out.writeInt(Array.getLength(value));
            for (int i = 0; i < Array.getLength(value); i++) {
                write(name, Array.get(value, i), out);
            }
        } else if (value instanceof Map<?, ?> each && (out.size() == 0 || each.getClass() == LinkedHashMap.class)) {
            out.writeByte('m');
            out.writeInt(each.size());
            for (Map.Entry<?, ?> entry : each.entrySet()) {
                write(name, entry.getKey(), out);
                write(name, entry.getValue(), out);
            }
        } else if (value instanceof Collection<?> each && (out.size() == 0 || each.getClass() == ArrayList.class)) {
            out.writeByte('c');
            out.writeInt(each.size());
            for (Object element : each) {
                write(name, element, out);
            }
        } else {
            throw new IllegalArgumentException(
                    "state \"%s\" has an element of %s, which is not saved: hold numbers, texts, arrays of numbers, ArrayLists or LinkedHashMaps, or register how it is saved: run.state(\"%s\", saver, restorer)"
                            .formatted(name, value.getClass().getName(), name));
        }
    }

    private static @Nullable Object read(DataInputStream in) throws IOException {
        return switch (in.readByte()) {
            case '0' -> null;
            case 'b' -> in.readBoolean();
            case 'i' -> in.readInt();
            case 'l' -> in.readLong();
            case 'f' -> Float.intBitsToFloat(in.readInt());
            case 'd' -> Double.longBitsToDouble(in.readLong());
            case 's' -> {
                char[] text = new char[in.readInt()];
                for (int i = 0; i < text.length; i++) {
                    text[i] = in.readChar();
                }
                yield new String(text);
            }
            case 'a' -> array(in);
            case 'm' -> {
                Map<Object, Object> map = new LinkedHashMap<>();
                for (int left = in.readInt(); left > 0; left--) {
                    map.put(read(in), read(in));
                }
                yield map;
            }
            case 'c' -> {
                List<Object> list = new ArrayList<>();
                for (int left = in.readInt(); left > 0; left--) {
                    list.add(read(in));
                }
                yield list;
            }
            default ->
                throw new StateMismatchException("a collection in the checkpoint was written by another version");
        };
    }

    private static Object array(DataInputStream in) throws IOException {
        Class<?> type = switch (in.readByte()) {
            case 'I' -> int.class;
            case 'J' -> long.class;
            case 'F' -> float.class;
            default -> double.class;
        };
        Object array = Array.newInstance(type, in.readInt());
        for (int i = 0; i < Array.getLength(array); i++) {
            Array.set(array, i, read(in));
        }
        return array;
    }
}
