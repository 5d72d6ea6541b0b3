package org.atomizable.core.state;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Supplier;

/** Parts of collections and maps with a fixed order. */
public final class Containers {

    /** Classes that a program cannot tell from the restored one by what they hold and take. */
    private static final Set<String> LISTS = Set.of(
            "java.util.LinkedList",
            "java.util.ImmutableCollections$List12",
            "java.util.ImmutableCollections$ListN",
            "java.util.ImmutableCollections$SubList",
            "java.util.Collections$EmptyList",
            "java.util.Collections$SingletonList");

    private static final Set<String> DEQUES = Set.of("java.util.ArrayDeque");

    private static final Set<String> ENUM_SETS = Set.of("java.util.RegularEnumSet", "java.util.JumboEnumSet");

    private Containers() {}

    /** Returns the part of a list: restored as an {@code ArrayList}, or unmodifiable if it was. */
    public static <E> Part<List<E>> list(Part<E> element) {
        return new OfList<>(ofCollection(ArrayList::new, element, LISTS));
    }

    /** Returns the part of a deque. It is restored as a class that can hold null. */
    @SuppressWarnings("JdkObsolete") // an ArrayDeque cannot hold null
    public static <E> Part<Deque<E>> deque(Part<E> element) {
        return ofCollection(LinkedList::new, element, DEQUES);
    }

    /** Returns the part of a set of constants of an enum. */
    public static <E extends Enum<E>> Part<EnumSet<E>> enumSet(Class<E> type, Part<E> element) {
        return ofCollection(() -> EnumSet.noneOf(type), element, ENUM_SETS);
    }

    /** Returns the part of a collection of exactly the class that {@code make} makes. */
    public static <E, C extends Collection<E>> Part<C> collection(Supplier<? extends C> make, Part<E> element) {
        return ofCollection(make, element, Set.of());
    }

    /** Returns the part of a map with keys of an enum. */
    public static <K extends Enum<K>, V> Part<EnumMap<K, V>> enumMap(Class<K> type, Part<K> key, Part<V> value) {
        return map(() -> new EnumMap<>(type), key, value);
    }

    /** Returns the part of a map of exactly the class that {@code make} makes. */
    public static <K, V, M extends Map<K, V>> Part<M> map(Supplier<? extends M> make, Part<K> key, Part<V> value) {
        return new InPlace<>(
                make,
                (values, to) -> {
                    if (!to.keepsInstance()) {
                        requireClass(values, make.get(), Set.of(), to);
                        requireInsertionOrder(values, to);
                        requireNaturalOrder(values, to);
                    }
                    to.out().writeInt(values.size());
                    for (Map.Entry<K, V> entry : values.entrySet()) {
                        to.put(entry.getKey(), key);
                        to.put(entry.getValue(), value);
                    }
                },
                (target, from) -> refill(from, target::clear, () -> target.put(from.take(key), from.take(value))));
    }

    private record OfList<E>(Part<List<E>> modifiable) implements Part<List<E>> {

        @Override
        public void write(List<E> values, PartWriter to) throws IOException {
            if (to.keepsInstance() && isFixed(values)) {
                throw to.unsavable(
                        "is final and holds an unmodifiable list, which never changes", "Remove @State from the field");
            }
            String type = values.getClass().getName();
            if (type.startsWith("java.util.Arrays$")
                    || (type.endsWith("SubList") && !isFixed(values))
                    || type.startsWith("java.util.Collections$Unmodifiable")) {
                throw to.unsavable(
                        "holds a view of other elements (%s), which a restored job would not have".formatted(type),
                        "Copy them, as in new ArrayList<>(list)");
            }
            to.out().writeBoolean(isFixed(values));
            modifiable.write(values, to);
        }

        @Override
        public List<E> read(PartReader from) throws IOException {
            boolean fixed = from.in().readBoolean();
            List<E> values = modifiable.read(from);
            return fixed ? values.stream().toList() : values; // that list may contain null, unlike List.copyOf
        }

        @Override
        public void readInto(List<E> target, PartReader from) throws IOException {
            from.in().readBoolean();
            modifiable.readInto(target, from);
        }

        @Override
        public boolean canChange() {
            return true;
        }

        @Override
        public boolean isFixed(List<E> values) {
            String type = values.getClass().getName();
            return type.startsWith("java.util.ImmutableCollections$")
                    || type.equals("java.util.Collections$EmptyList")
                    || type.equals("java.util.Collections$SingletonList");
        }
    }

    private static <E, C extends Collection<E>> Part<C> ofCollection(
            Supplier<? extends C> make, Part<E> element, Set<String> alike) {
        return new InPlace<>(
                make,
                (values, to) -> {
                    if (!to.keepsInstance()) {
                        requireClass(values, make.get(), alike, to);
                        requireNaturalOrder(values, to);
                    }
                    to.out().writeInt(values.size());
                    for (E value : values) {
                        to.put(value, element);
                    }
                },
                (target, from) -> refill(from, target::clear, () -> target.add(from.take(element))));
    }

    /** Takes one element. */
    @FunctionalInterface
    private interface Taking {
        void take() throws IOException;
    }

    private static void refill(PartReader from, Runnable clear, Taking one) throws IOException {
        int size = from.size();
        try {
            clear.run();
            for (int i = 0; i < size; i++) {
                one.take();
            }
        } catch (UnsupportedOperationException e) {
            throw from.mismatch("cannot be restored, because this job's is final and unmodifiable");
        }
    }

    private static void requireClass(Object value, Object restored, Set<String> alike, PartWriter to) {
        Class<?> type = value.getClass();
        if (type != restored.getClass() && !alike.contains(type.getName())) {
            throw to.unsavable(
                    "holds a %s, but a restored job would have a %s"
                            .formatted(type.getName(), restored.getClass().getName()),
                    "Use that class, or make the field final so that it is restored in place");
        }
    }

    /** To ask for the first key moves it to the end, if the map is ordered by access. */
    private static void requireInsertionOrder(Map<?, ?> map, PartWriter to) {
        if (map instanceof LinkedHashMap<?, ?> linked
                && movesFirst(linked.size() > 1 ? linked : withTwoMore(linked.clone()))) {
            throw to.unsavable(
                    "is ordered by access, and a restored map would not be",
                    "Make the field final and create it in the constructor, so that it is restored in place");
        }
    }

    @SuppressWarnings("unchecked") // only this class uses it
    private static Map<?, ?> withTwoMore(Object copied) {
        Map<Object, Object> copy = (Map<Object, Object>) copied;
        copy.put(new Object(), copy);
        copy.put(new Object(), copy);
        return copy;
    }

    private static boolean movesFirst(Map<?, ?> map) {
        Object first = map.keySet().iterator().next();
        map.get(first);
        return map.keySet().iterator().next() != first;
    }

    private static void requireNaturalOrder(Object value, PartWriter to) {
        boolean ordered = (value instanceof SortedMap<?, ?> map && map.comparator() != null)
                || (value instanceof SortedSet<?> set && set.comparator() != null)
                || (value instanceof PriorityQueue<?> queue && queue.comparator() != null);
        if (ordered) {
            throw to.unsavable(
                    "is sorted by a comparator, which a restored job would not have",
                    "Make the field final and create it in the constructor, so that it is restored in place");
        }
    }
}
