package org.atomizable.testkit.look;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Follows fields through the classes of users; classes of the JDK and of libraries are values or are left out. */
final class FieldWalk {

    /** More values would help nobody to find a cause. */
    private static final int MOST_LEAVES = 20_000;

    private static final int DEEPEST = 40;

    private final Map<String, Leaf> leaves = new LinkedHashMap<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    Map<String, Leaf> leaves() {
        return leaves;
    }

    void enter(String path, @Nullable Object value) {
        enter(path, value, 0);
    }

    void enterStatics(Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                read(field, null, type.getSimpleName(), 0);
            }
        }
    }

    private void enter(String path, @Nullable Object value, int depth) {
        if (leaves.size() >= MOST_LEAVES || depth > DEEPEST) {
            return;
        }
        Leaf leaf = Leaves.of(value);
        if (leaf != null) {
            leaves.put(path, leaf);
        }
        if (value == null || !seen.add(value)) {
            return;
        }
        if (value instanceof Map<?, ?> map) {
            enterMap(path, map, depth);
        } else if (value instanceof Collection<?> collection) {
            enterAll(path, collection, depth);
        } else if (value instanceof Object[] array) {
            enterArray(path, array, depth);
        } else if (isOfUsers(value.getClass())) {
            enterFields(path, value, depth);
        }
    }

    private void enterMap(String path, Map<?, ?> map, int depth) {
        for (Map.Entry<?, ?> each : map.entrySet()) {
            enter("%s[%s]".formatted(path, Leaves.key(each.getKey())), each.getValue(), depth + 1);
        }
    }

    private void enterAll(String path, Collection<?> collection, int depth) {
        int i = 0;
        for (Object each : collection) {
            enter("%s[%d]".formatted(path, i++), each, depth + 1);
        }
    }

    private void enterArray(String path, Object[] array, int depth) {
        for (int i = 0; i < Array.getLength(array); i++) {
            enter("%s[%d]".formatted(path, i), array[i], depth + 1);
        }
    }

    private void enterFields(String path, Object value, int depth) {
        for (Class<?> type = value.getClass(); type != null && isOfUsers(type); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    read(field, value, path, depth);
                }
            }
        }
    }

    private void read(Field field, @Nullable Object of, String path, int depth) {
        try {
            field.setAccessible(true);
            enter(path + "." + field.getName(), field.get(of), depth + 1);
        } catch (IllegalAccessException | InaccessibleObjectException e) {
            // Another module hides it, so it is left out.
        }
    }

    /** The runtime's own classes hold nothing of a user, except for those that are generated beside a user's. */
    static boolean isOfUsers(Class<?> type) {
        String name = type.getName();
        return !type.isPrimitive()
                && !type.isArray()
                && type.getClassLoader() != null
                && !name.startsWith("org.atomizable.api.")
                && !name.startsWith("org.atomizable.core.")
                && !name.startsWith("org.slf4j.")
                && !name.startsWith("ai.djl.");
    }
}
