package org.atomizable.djl.state;

import ai.djl.Device;
import ai.djl.Model;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Block;
import ai.djl.nn.Parameter;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Finds all that an object keeps in its fields and in the objects that it refers to. What cannot be saved is refused, by class
 * and field.
 */
final class MemberSearch {

    /** They never change, so there is nothing to save. */
    private static final Set<Class<?>> CONSTANT =
            Set.of(Device.class, Shape.class, Class.class, Duration.class, BigDecimal.class, BigInteger.class);

    private final String what;
    private final boolean arraysAreState;
    private final Device device;
    private final List<Member> found = new ArrayList<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    MemberSearch(String what, boolean arraysAreState, Device device) {
        this.what = what;
        this.arraysAreState = arraysAreState;
        this.device = device;
    }

    List<Member> in(Object object) {
        walk("", object);
        return List.copyOf(found);
    }

    List<Member> only(Object object, Set<String> fields) {
        for (Field field : Fields.of(object)) {
            if (fields.contains(field.getName())) {
                member(field.getName(), object, field);
            }
        }
        return List.copyOf(found);
    }

    private void walk(String prefix, Object object) {
        if (seen.add(object)) {
            for (Field field : Fields.of(object)) {
                member(prefix + field.getName(), object, field);
            }
        }
    }

    private void member(String address, Object owner, Field field) {
        @Nullable Object value = Fields.get(field, owner);
        Class<?> type = value == null ? field.getType() : value.getClass();
        if (SimpleValue.isSimple(field.getType())
                || SimpleValue.isSimple(type)
                || (type.isArray() && type.getComponentType().isPrimitive())) {
            found.add(new Member.Simple(address, owner, field));
        } else if (Map.class.isAssignableFrom(type)) {
            map(address, owner, field);
        } else if (List.class.isAssignableFrom(type) && !NDList.class.isAssignableFrom(type)) {
            list(address, owner, field);
        } else if (NDArray.class.isAssignableFrom(type)) {
            if (arraysAreState) {
                found.add(new Member.One(address, owner, field));
            }
        } else if (!isConstant(type)) {
            found.add(new Member.Nested(address, owner, field, value));
            if (value != null) {
                nested(address, value, owner);
            }
        }
    }

    private void nested(String address, Object value, Object owner) {
        if (!mayBeEntered(value)) {
            throw refused(address, value.getClass(), owner);
        }
        if (value instanceof Object[] elements) {
            for (int i = 0; i < elements.length; i++) {
                element(address + "[" + i + "]", elements[i], owner);
            }
        } else {
            walk(address + ".", value);
        }
    }

    private void element(String address, @Nullable Object element, Object owner) {
        if (element != null && !SimpleValue.isSimple(element.getClass()) && !isConstant(element.getClass())) {
            nested(address, element, owner);
        }
    }

    private void list(String address, Object owner, Field field) {
        List<Object> list = Fields.list(field, owner);
        if (list.stream()
                        .allMatch(it -> SimpleValue.isSimple(it.getClass())
                                && !it.getClass().isEnum())
                && (!list.isEmpty() || SimpleValue.isSimple(raw(argument(field.getGenericType(), 0))))) {
            found.add(new Member.Sequence(address, owner, field));
        } else {
            found.add(new Member.Nested(address, owner, field, list));
            for (int i = 0; i < list.size(); i++) {
                element(address + "[" + i + "]", list.get(i), owner);
            }
        }
    }

    /** Finds the entries of a map by its declared type, since DJL's own maps are empty before the first step. */
    private void map(String address, Object owner, Field field) {
        Type held = argument(field.getGenericType(), 1);
        Class<?> type = raw(held);
        boolean byName = raw(argument(field.getGenericType(), 0)) == String.class;
        if (byName && SimpleValue.isSimple(type) && !type.isEnum()) {
            found.add(new Member.Values(address, owner, field));
        } else if (byName && type == NDArray.class) {
            found.add(new Member.Arrays(address, owner, field, false, device));
        } else if (byName
                && type == Map.class
                && raw(argument(held, 0)) == Device.class
                && raw(argument(held, 1)) == NDArray.class) {
            found.add(new Member.Arrays(address, owner, field, true, device));
        } else {
            throw refused(address, field.getType(), owner);
        }
    }

    private boolean isConstant(Class<?> type) {
        return CONSTANT.contains(type)
                || NDManager.class.isAssignableFrom(type) // what it owns is looked at, it is not
                || Logger.class.isAssignableFrom(type)
                || (!arraysAreState && NDList.class.isAssignableFrom(type));
    }

    /** An object of the JDK cannot be entered, and an object that trains is no part of another. */
    private static boolean mayBeEntered(Object value) {
        if (value instanceof Block || value instanceof Parameter || value instanceof Model || value instanceof NDList) {
            return false;
        }
        String name = value.getClass().getName();
        boolean ofTheJdk = name.startsWith("java.") || name.startsWith("javax.") || name.startsWith("jdk.");
        return !ofTheJdk || value instanceof Object[] || value.getClass().getDeclaredFields().length == 0;
    }

    private NotResumableException refused(String address, Class<?> type, Object owner) {
        return new NotResumableException(
                "%s keeps %s in a %s (class %s), which cannot be saved"
                        .formatted(
                                what,
                                address,
                                type.getSimpleName(),
                                owner.getClass().getName()),
                "Keep numbers, texts, Map<String, Float>, Map<String, NDArray> or Map<String, Map<Device, NDArray>>,"
                        + " or use another class");
    }

    private static Type argument(Type type, int index) {
        return type instanceof ParameterizedType generic && generic.getActualTypeArguments().length > index
                ? generic.getActualTypeArguments()[index]
                : Object.class;
    }

    private static Class<?> raw(Type type) {
        if (type instanceof ParameterizedType generic) {
            return (Class<?>) generic.getRawType();
        }
        return type instanceof Class<?> plain ? plain : Object.class;
    }
}
