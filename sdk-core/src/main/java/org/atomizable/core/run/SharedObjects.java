package org.atomizable.core.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.security.CodeSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.atomizable.core.state.SavableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The objects that a job holds in several places, by the paths of its fields. A restore that sets one of these fields to a new object leaves
 * the old one in the others: a helper, or a lambda, then goes on with what the constructor made. It may be seldom that a result shows it.
 */
final class SharedObjects {

    /** So many objects, and elements of each, are followed: of what a job has more, it has data. */
    private static final int MOST = 20_000;

    private static final int DEEPEST = 12;
    private static final int MOST_NAMES = 3;

    /** Two paths to one object. */
    private record Pair(String one, String other) {

        @Override
        public String toString() {
            return one + " and " + other;
        }
    }

    private final List<Pair> pairs = new ArrayList<>();

    private SharedObjects(Object job) {
        IdentityHashMap<Object, String> first = new IdentityHashMap<>();
        paths(job).forEach((path, object) -> {
            String before = first.putIfAbsent(object, path);
            if (before != null) {
                pairs.add(new Pair(before, path));
            }
        });
    }

    /** Finds what a job shares; nothing of it is kept. */
    static SharedObjects of(Object job) {
        return new SharedObjects(job);
    }

    /**
     * Names what another instance has twice, with different content. With the same content it may be a constant.
     *
     * @param job an instance that was restored and has done the same atoms
     */
    Optional<String> lostIn(Object job) {
        if (pairs.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Object> paths = paths(job);
        String lost = pairs.stream()
                .filter(it -> {
                    Object one = paths.get(it.one());
                    Object other = paths.get(it.other());
                    return one != null && other != null && !new Content(job).isSame(one, other);
                })
                .limit(MOST_NAMES)
                .map(Pair::toString)
                .collect(Collectors.joining("; "));
        return Optional.of(lost).filter(it -> !it.isEmpty());
    }

    /** Goes from field to field, breadth first, so that the first path to an object is a short one. */
    private static Map<String, Object> paths(Object job) {
        Parts parts = new Parts(job);
        Map<String, Object> paths = new LinkedHashMap<>();
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Map.Entry<String, Object>> left = new ArrayDeque<>();
        left.add(Map.entry(job.getClass().getSimpleName(), job));
        while (!left.isEmpty() && paths.size() < MOST) {
            Map.Entry<String, Object> next = left.remove();
            paths.put(next.getKey(), next.getValue());
            if (seen.add(next.getValue())) {
                parts.of(next.getValue()).forEach((name, part) -> {
                    if (!Parts.isValue(part)) {
                        left.add(Map.entry(next.getKey() + name, part));
                    }
                });
            }
        }
        return paths;
    }

    /** Compares what objects hold, as deep as it can see. */
    private static final class Content {

        private final Parts parts;
        private final Set<Object> seen = new HashSet<>();

        Content(Object job) {
            this.parts = new Parts(job);
        }

        boolean isSame(Object one, Object other) {
            return isSame(one, other, 0);
        }

        private boolean isSame(@Nullable Object one, @Nullable Object other, int depth) {
            if (one == other || depth > DEEPEST) {
                return true;
            }
            if (one == null || other == null || one.getClass() != other.getClass()) {
                return false;
            }
            if (Parts.isValue(one)) {
                return one.equals(other);
            }
            if (!seen.add(List.of(System.identityHashCode(one), System.identityHashCode(other)))) {
                return true;
            }
            Map<String, Object> its = parts.of(one);
            Map<String, Object> others = parts.of(other);
            if (its.isEmpty() && others.isEmpty()) {
                return isSameLeaf(one, other);
            }
            return its.keySet().equals(others.keySet())
                    && its.keySet().stream().allMatch(it -> isSame(its.get(it), others.get(it), depth + 1));
        }

        private static boolean isSameLeaf(Object one, Object other) {
            if (one.getClass().isArray()) {
                return Arrays.deepEquals(new Object[] {one}, new Object[] {other});
            }
            if (one instanceof SavableRandom its && other instanceof SavableRandom others) {
                return its.state() == others.state();
            }
            if (!one.getClass().getName().startsWith("java.")) {
                return true;
            }
            return one.equals(other) || Arrays.equals(bytes(one), bytes(other));
        }

        /** Returns the content of a generator, an atomic number or a builder of text. */
        private static byte[] bytes(Object of) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(of instanceof Serializable ? of : "");
            } catch (IOException e) {
                return new byte[0];
            }
            return bytes.toByteArray();
        }
    }

    /** The parts of an object: of one of the program's own its fields, of a collection of the JDK its elements. */
    private static final class Parts {

        private final Optional<CodeSource> program;

        Parts(Object job) {
            this.program = source(job.getClass());
        }

        private static Optional<CodeSource> source(Class<?> type) {
            return Optional.ofNullable(type.getProtectionDomain().getCodeSource());
        }

        /** Returns whether it makes no difference how many there are of an object. */
        static boolean isValue(Object object) {
            String name = object.getClass().getName();
            return object instanceof Enum<?>
                    || object instanceof Class<?>
                    || object instanceof String
                    || object instanceof Boolean
                    || object instanceof Character
                    || (object instanceof Number && name.startsWith("java.lang."))
                    || name.startsWith("java.math.")
                    || name.startsWith("java.time.");
        }

        Map<String, Object> of(Object object) {
            Map<String, Object> parts = new LinkedHashMap<>();
            try {
                if (object instanceof Object[] array) {
                    addAll(Arrays.asList(array), parts);
                } else if (object.getClass().getClassLoader() == null) {
                    addElements(object, parts);
                } else {
                    addFields(object, parts);
                }
            } catch (RuntimeException changing) {
                // A thread of the job may change a collection meanwhile.
                parts.clear();
            }
            return parts;
        }

        private static void addElements(Object object, Map<String, Object> parts) {
            if (object instanceof Map<?, ?> map) {
                for (Map.Entry<?, ?> each : map.entrySet()) {
                    if (each.getKey() != null && isValue(each.getKey())) {
                        add("[%s]".formatted(each.getKey()), each.getValue(), parts);
                    }
                }
            } else if (object instanceof Collection<?> all && isOrdered(all)) {
                addAll(all, parts);
            } else if (object instanceof Optional<?> optional) {
                add("", optional.orElse(null), parts);
            } else if (object instanceof AtomicReference<?> reference) {
                add("", reference.get(), parts);
            }
        }

        private static boolean isOrdered(Collection<?> all) {
            return !(all instanceof Set<?>) || all instanceof LinkedHashSet<?> || all instanceof SortedSet<?>;
        }

        private static void addAll(Collection<?> all, Map<String, Object> parts) {
            int i = 0;
            for (Object each : all) {
                if (i == MOST) {
                    break;
                }
                add("[" + i++ + "]", each, parts);
            }
        }

        private static void add(String name, @Nullable Object value, Map<String, Object> parts) {
            if (value != null && parts.size() < MOST) {
                parts.put(name, value);
            }
        }

        private void addFields(Object object, Map<String, Object> parts) {
            for (Class<?> type = object.getClass(); type != null && isOwn(type); type = type.getSuperclass()) {
                for (Field field : type.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())) {
                        add("." + name(field), value(field, object), parts);
                    }
                }
            }
        }

        /** The runtime's own fields are no user's. */
        private boolean isOwn(Class<?> type) {
            boolean isRuntime =
                    type.getName().startsWith("org.atomizable.") && source(type).equals(source(SharedObjects.class));
            return program.isPresent() && source(type).equals(program) && !isRuntime;
        }

        private static @Nullable Object value(Field field, Object of) {
            try {
                field.setAccessible(true);
                return field.get(of);
            } catch (IllegalAccessException | InaccessibleObjectException e) {
                // Another module hides it.
                return null;
            }
        }

        /** Returns the name of a field; a captured value of a lambda has none in the source. */
        private static String name(Field field) {
            return field.getName().startsWith("arg$")
                    ? "(captured)" + field.getName().substring(4)
                    : field.getName();
        }
    }
}
