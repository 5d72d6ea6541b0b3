package org.atomizable.djl.state;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Numbers, texts and constants as text, from which exactly the same value is read. */
final class SimpleValue {

    private static final String NOTHING = "null";

    private static final Map<Class<?>, Function<String, Object>> READERS = Map.of(
            Integer.class, Integer::valueOf,
            Long.class, Long::valueOf,
            Float.class, Float::valueOf,
            Double.class, Double::valueOf,
            Boolean.class, Boolean::valueOf,
            Short.class, Short::valueOf,
            Byte.class, Byte::valueOf,
            Character.class, text -> text.charAt(0),
            String.class, text -> text);

    private SimpleValue() {}

    /** Returns whether values of this type are simple. */
    static boolean isSimple(Class<?> type) {
        return (type.isPrimitive() && type != void.class) || READERS.containsKey(type) || type.isEnum();
    }

    /** Returns a text that names the value's type, such as {@code Integer 5}. */
    static String write(@Nullable Object value) {
        if (value == null) {
            return NOTHING;
        }
        if (value.getClass().isArray()) {
            return IntStream.range(0, Array.getLength(value))
                    .mapToObj(i -> Array.get(value, i).toString())
                    .collect(Collectors.joining(",", "[", "]"));
        }
        if (value instanceof Enum<?> constant) {
            return "Enum " + constant.name();
        }
        return value.getClass().getSimpleName() + " " + value;
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @param declared the type of the field; needed for constants only
     */
    static Optional<Object> read(String text, Class<?> declared) {
        if (text.equals(NOTHING)) {
            return Optional.empty();
        }
        int space = text.indexOf(' ');
        String type = text.substring(0, Math.max(0, space));
        String value = text.substring(space + 1);
        if (type.equals("Enum")) {
            for (Object constant : declared.getEnumConstants()) {
                if (((Enum<?>) constant).name().equals(value)) {
                    return Optional.of(constant);
                }
            }
        }
        Function<String, Object> reader = READERS.entrySet().stream()
                .filter(each -> each.getKey().getSimpleName().equals(type))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("\"%s\" is no value of %s".formatted(text, declared)))
                .getValue();
        return Optional.of(reader.apply(value));
    }

    /** Overwrites the elements of an array of primitives with those that {@link #write} wrote. */
    static void readInto(Object array, String text) {
        List<String> elements =
                new ArrayList<>(List.of(text.substring(1, text.length() - 1).split(",")));
        elements.removeIf(String::isEmpty);
        if (elements.size() != Array.getLength(array)) {
            throw new IllegalArgumentException("%s has not %s elements".formatted(text, Array.getLength(array)));
        }
        Class<?> boxed = Array.get(Array.newInstance(array.getClass().getComponentType(), 1), 0)
                .getClass();
        Function<String, Object> reader = READERS.getOrDefault(boxed, String::valueOf);
        for (int i = 0; i < elements.size(); i++) {
            Array.set(array, i, reader.apply(elements.get(i)));
        }
    }
}
