package org.atomizable.testkit.check;

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
    private final Map<String, Slot> slots = new LinkedHashMap<>();
    private final Map<String, Slot> slotsOfLeaves = new LinkedHashMap<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    Map<String, Leaf> leaves() {
        return leaves;
    }

    /** Returns the fields by their paths. */
    Map<String, Slot> slots() {
        return slots;
    }

    /** Returns the field that holds each leaf, itself or in its collections and arrays. */
    Map<String, Slot> slotsOfLeaves() {
        return slotsOfLeaves;
    }

    void enter(String path, @Nullable Object value) {
        enter(path, value, new Place(null, 0));
    }

    void enterStatics(Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                read(field, null, type.getSimpleName(), new Place(null, 0));
            }
        }
    }

    /** Where a walk is: below which field, and how deep. */
    private record Place(@Nullable Slot slot, int depth) {

        Place deeper() {
            return new Place(slot, depth + 1);
        }
    }

    private void enter(String path, @Nullable Object value, Place place) {
        if (leaves.size() >= MOST_LEAVES || place.depth() > DEEPEST) {
            return;
        }
        Leaf leaf = Leaves.of(value);
        if (leaf != null) {
            leaves.put(path, leaf);
            if (place.slot() != null) {
                slotsOfLeaves.put(path, place.slot());
            }
        }
        if (value == null || !seen.add(value)) {
            return;
        }
        if (value instanceof Map<?, ?> map) {
            enterMap(path, map, place);
        } else if (value instanceof Collection<?> collection) {
            enterAll(path, collection, place);
        } else if (value instanceof Object[] array) {
            enterArray(path, array, place);
        } else if (isOfUsers(value.getClass())) {
            enterFields(path, value, place);
        }
    }

    private void enterMap(String path, Map<?, ?> map, Place place) {
        for (Map.Entry<?, ?> each : map.entrySet()) {
            enter("%s[%s]".formatted(path, Leaves.key(each.getKey())), each.getValue(), place.deeper());
        }
    }

    private void enterAll(String path, Collection<?> collection, Place place) {
        int i = 0;
        for (Object each : collection) {
            enter("%s[%s]".formatted(path, i++), each, place.deeper());
        }
    }

    private void enterArray(String path, Object[] array, Place place) {
        for (int i = 0; i < Array.getLength(array); i++) {
            enter("%s[%s]".formatted(path, i), array[i], place.deeper());
        }
    }

    private void enterFields(String path, Object value, Place place) {
        for (Class<?> type = value.getClass(); type != null && isOfUsers(type); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    read(field, value, path, place);
                }
            }
        }
    }

    private void read(Field field, @Nullable Object of, String path, Place place) {
        try {
            field.setAccessible(true);
            String name = path + "." + field.getName();
            Slot slot = new Slot(name, of, field);
            slots.put(name, slot);
            enter(name, field.get(of), new Place(slot, place.depth() + 1));
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
