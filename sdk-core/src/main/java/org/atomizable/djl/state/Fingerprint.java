package org.atomizable.djl.state;

import ai.djl.ndarray.NDArray;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A text that differs, within one process, if a value has changed. */
final class Fingerprint {

    /** Data is larger, and does not change. */
    private static final int MOST_ELEMENTS = 1 << 14;

    /** To read a larger one takes as long as to save it. */
    private static final int MOST_OF_ARRAY = 1 << 20;

    private Fingerprint() {}

    /** Returns it; empty for values whose content is not known. */
    static Optional<String> of(@Nullable Object value) {
        if (value == null) {
            return Optional.of("null");
        }
        if (SimpleValue.isSimple(value.getClass())
                || value instanceof Number
                || value instanceof CharSequence
                || value.getClass().getName().startsWith("java.util.concurrent.atomic.")) {
            return Optional.of(value.toString());
        }
        if (value instanceof Random random) {
            return Optional.of(serialized(random));
        }
        if (value instanceof NDArray array) {
            return Optional.of(content(array));
        }
        if (value instanceof Collection<?> elements) {
            return Optional.of(elements.size() > MOST_ELEMENTS ? "size " + elements.size() : identities(elements));
        }
        if (value instanceof Map<?, ?> map) {
            return Optional.of(map.size() + " " + identities(map.keySet()) + identities(map.values()));
        }
        if (value.getClass().isArray()
                && value.getClass().getComponentType().isPrimitive()
                && Array.getLength(value) <= MOST_ELEMENTS) {
            return Optional.of(SimpleValue.write(value));
        }
        return Optional.of("object " + System.identityHashCode(value));
    }

    private static String content(NDArray array) {
        try {
            return array.getUid() + (array.size() > MOST_OF_ARRAY ? "" : Arrays.hashCode(array.toByteArray()));
        } catch (IllegalStateException e) { // the engine has released it
            return array.getUid();
        }
    }

    /** Returns whether a value is an array of the engine, or has some. */
    static boolean hasArrays(@Nullable Object value) {
        return value instanceof NDArray
                || (value instanceof Collection<?> elements && elements.stream().anyMatch(NDArray.class::isInstance))
                || (value instanceof Map<?, ?> map && hasArrays(map.values()));
    }

    private static String identities(Collection<?> elements) {
        StringBuilder text = new StringBuilder();
        for (Object each : elements) {
            boolean simple = each != null && SimpleValue.isSimple(each.getClass());
            text.append(simple ? each : each instanceof NDArray array ? content(array) : System.identityHashCode(each))
                    .append(' ');
        }
        return text.toString();
    }

    private static String serialized(Random random) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(random);
        } catch (IOException e) {
            throw new IllegalStateException("the state of a %s cannot be read".formatted(random.getClass()), e);
        }
        return Arrays.toString(bytes.toByteArray());
    }
}
