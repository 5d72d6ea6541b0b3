package org.atomizable.djl.state;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads and sets fields of other people's objects. */
final class Fields {

    private Fields() {}

    /** Returns the fields of an object's class and its superclasses, without those of {@code Object}; each can be read. */
    static List<Field> of(Object object) {
        return of(object, any -> true);
    }

    /** Returns the same, without those of classes of the JDK and above, which open none. */
    static List<Field> outsideOfTheJdk(Object object) {
        return of(object, type -> !type.getName().startsWith("java."));
    }

    private static List<Field> of(Object object, Predicate<Class<?>> wanted) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> type = object.getClass();
                type != Object.class && wanted.test(type);
                type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                // The object that encloses an inner class is no part of it.
                if (!Modifier.isStatic(field.getModifiers()) && !field.getName().startsWith("this$")) {
                    fields.add(open(field));
                }
            }
        }
        return fields;
    }

    /** Returns the static fields of a class that can be set or that hold what can change; each can be read. */
    static List<Field> statics(Class<?> type) {
        return Arrays.stream(type.getDeclaredFields())
                .filter(it -> Modifier.isStatic(it.getModifiers()) && !it.isSynthetic())
                .filter(it -> !Modifier.isTransient(it.getModifiers()))
                .map(Fields::open)
                .toList();
    }

    /** Returns the value of a field that is known by its name. */
    static Object known(Object object, String name) {
        return of(object).stream()
                .filter(field -> field.getName().equals(name))
                .findFirst()
                .map(field -> get(field, object))
                .orElseThrow(() -> new NotResumableException(
                        "%s of this DJL has no %s".formatted(object.getClass().getName(), name),
                        "Use the version of DJL that this version of Atomizable was built with"));
    }

    static @Nullable Object get(Field field, @Nullable Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("%s was opened and cannot be read".formatted(field), e);
        }
    }

    static void set(Field field, Object owner, @Nullable Object value) {
        try {
            field.set(owner, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("%s was opened and cannot be set".formatted(field), e);
        }
    }

    @SuppressWarnings("unchecked") // what is put there was there before, or has the type that was found there
    static Map<Object, Object> map(Field field, Object owner) {
        return get(field, owner) instanceof Map<?, ?> map ? (Map<Object, Object>) map : Map.of();
    }

    @SuppressWarnings("unchecked") // as above
    static List<Object> list(Field field, Object owner) {
        return get(field, owner) instanceof List<?> list ? (List<Object>) list : List.of();
    }

    private static Field open(Field field) {
        try {
            field.setAccessible(true);
            return field;
        } catch (InaccessibleObjectException e) {
            throw new NotResumableException(
                    "%s keeps %s, which its module does not open"
                            .formatted(field.getDeclaringClass().getName(), field.getName()),
                    "Start Java with --add-opens %s/%s=ALL-UNNAMED"
                            .formatted(
                                    field.getDeclaringClass().getModule().getName(),
                                    field.getDeclaringClass().getPackageName()));
        }
    }
}
