package org.atomizable.core.annotate;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Types of the JDK and of DJL, by their qualified names: how each is saved, or what to write instead. */
final class KnownTypes {

    private static final String VALUES = Tokens.ofState("Values");
    private static final String MUTABLE = Tokens.ofState("Mutable");

    private static final Map<String, String> VALUE = Map.ofEntries(
            Map.entry("java.lang.Boolean", "BOOLEAN"),
            Map.entry("java.lang.Byte", "BYTE"),
            Map.entry("java.lang.Short", "SHORT"),
            Map.entry("java.lang.Character", "CHARACTER"),
            Map.entry("java.lang.Integer", "INTEGER"),
            Map.entry("java.lang.Long", "LONG"),
            Map.entry("java.lang.Float", "FLOAT"),
            Map.entry("java.lang.Double", "DOUBLE"),
            Map.entry("java.lang.String", "TEXT"),
            Map.entry("java.math.BigInteger", "BIG_INTEGER"),
            Map.entry("java.math.BigDecimal", "BIG_DECIMAL"),
            Map.entry("java.time.Duration", "DURATION"),
            Map.entry("java.time.Instant", "INSTANT"),
            Map.entry("java.util.OptionalInt", "OPTIONAL_INT"),
            Map.entry("java.util.OptionalLong", "OPTIONAL_LONG"),
            Map.entry("java.util.OptionalDouble", "OPTIONAL_DOUBLE"));

    private static final Map<String, String> CHANGING = Map.of(
            "java.util.concurrent.atomic.AtomicInteger",
            "ATOMIC_INTEGER",
            "java.util.concurrent.atomic.AtomicLong",
            "ATOMIC_LONG",
            "java.util.concurrent.atomic.AtomicBoolean",
            "ATOMIC_BOOLEAN",
            "java.util.BitSet",
            "BIT_SET",
            "org.atomizable.core.state.SavableRandom",
            "SAVABLE_RANDOM",
            "java.util.Random",
            "RANDOM");

    /** Collections by the class as which they are restored. */
    private static final Map<String, String> COLLECTIONS = Map.of(
            "java.util.ArrayList", "ArrayList",
            "java.util.LinkedList", "LinkedList",
            "java.util.ArrayDeque", "ArrayDeque",
            "java.util.PriorityQueue", "PriorityQueue",
            "java.util.LinkedHashSet", "LinkedHashSet",
            "java.util.SequencedSet", "LinkedHashSet",
            "java.util.TreeSet", "TreeSet",
            "java.util.SortedSet", "TreeSet",
            "java.util.NavigableSet", "TreeSet");

    private static final Map<String, String> MAPS = Map.of(
            "java.util.LinkedHashMap", "LinkedHashMap",
            "java.util.SequencedMap", "LinkedHashMap",
            "java.util.TreeMap", "TreeMap",
            "java.util.SortedMap", "TreeMap",
            "java.util.NavigableMap", "TreeMap");

    private static final Set<String> INTERFACES = Set.of(
            "java.util.SequencedSet",
            "java.util.SortedSet",
            "java.util.NavigableSet",
            "java.util.SequencedMap",
            "java.util.SortedMap",
            "java.util.NavigableMap");

    private static final Set<String> GENERATORS = Set.of(
            "java.util.SplittableRandom",
            "java.util.random.RandomGenerator",
            "java.util.random.RandomGenerator.SplittableGenerator",
            "java.util.random.RandomGenerator.StreamableGenerator",
            "java.util.random.RandomGenerator.JumpableGenerator",
            "java.util.random.RandomGenerator.LeapableGenerator",
            "java.util.random.RandomGenerator.ArbitrarilyJumpableGenerator",
            "java.util.concurrent.ThreadLocalRandom",
            "java.security.SecureRandom");

    private static final Map<String, String> INSTEAD = instead();

    private KnownTypes() {}

    private static Map<String, String> instead() {
        Map<String, String> instead = new HashMap<>();
        for (String map : Set.of("Map", "HashMap", "Hashtable", "WeakHashMap", "IdentityHashMap")) {
            instead.put("java.util." + map, unordered("LinkedHashMap, TreeMap or EnumMap"));
        }
        instead.put("java.util.concurrent.ConcurrentMap", unordered("LinkedHashMap or TreeMap"));
        instead.put("java.util.concurrent.ConcurrentHashMap", unordered("LinkedHashMap or TreeMap"));
        instead.put("java.util.Set", unordered("LinkedHashSet, TreeSet or EnumSet"));
        instead.put("java.util.HashSet", unordered("LinkedHashSet, TreeSet or EnumSet"));
        instead.put("java.util.Collection", "a Collection can be of any class: declare it as List or LinkedHashSet");
        instead.put("java.util.SequencedCollection", "a SequencedCollection can be of any class: declare it as List");
        instead.put("java.util.Queue", "a Queue can be of any class: declare it as ArrayDeque or PriorityQueue");
        for (String generator : GENERATORS) {
            instead.put(
                    generator,
                    "the state of such a generator cannot be read: use org.atomizable.core.state.SavableRandom,"
                            + " or java.util.Random with a seed");
        }
        instead.put("java.lang.Object", "an Object can be of any class: declare the class of its values");
        instead.put("java.lang.Number", "a Number can be of any class: declare Integer, Long or Double");
        instead.put(
                "ai.djl.training.optimizer.Optimizer",
                "DJL does not show what an Optimizer keeps: use org.atomizable.djl.DjlTraining, or keep its arrays in"
                        + " fields of type NDArray");
        return Map.copyOf(instead);
    }

    private static String unordered(String ordered) {
        return "the order of its elements may differ in a restored job: declare it as " + ordered;
    }

    /** Returns the qualified name of the class of a type; an empty one for other types. */
    static String name(TypeMirror type) {
        return type instanceof DeclaredType declared && declared.asElement() instanceof TypeElement element
                ? element.getQualifiedName().toString()
                : "";
    }

    /** Returns the part of a type without parameters. */
    static Optional<String> value(String type) {
        return Optional.ofNullable(VALUE.get(type))
                .map(it -> VALUES + "." + it)
                .or(() -> Optional.ofNullable(CHANGING.get(type)).map(it -> MUTABLE + "." + it));
    }

    /** Returns whether a value without parameters never changes. */
    static boolean neverChanges(String type) {
        return VALUE.containsKey(type);
    }

    /** Returns whether a value of this type can be restored although its field is final. */
    static boolean canBeRestoredInPlace(TypeMirror type) {
        String name = name(type);
        return type.getKind() == TypeKind.ARRAY
                || (CHANGING.containsKey(name) && !name.equals("java.util.Random"))
                || COLLECTIONS.containsKey(name)
                || MAPS.containsKey(name)
                || Set.of("java.util.List", "java.util.Deque", "java.util.EnumSet", "java.util.EnumMap")
                        .contains(name);
    }

    /** Returns whether the value of a static final field of this type is surely there to be changed. */
    static boolean surelyChanges(TypeMirror type) {
        String name = name(type);
        return CHANGING.containsKey(name)
                || Set.of("java.util.HashMap", "java.util.HashSet", "java.util.concurrent.ConcurrentHashMap")
                        .contains(name)
                || ((COLLECTIONS.containsKey(name) || MAPS.containsKey(name)) && !INTERFACES.contains(name));
    }

    /** Returns the class as which a collection is restored. */
    static Optional<String> collection(String type) {
        return Optional.ofNullable(COLLECTIONS.get(type)).map(it -> Tokens.of("java.util", it));
    }

    /** Returns the class as which a map is restored. */
    static Optional<String> map(String type) {
        return Optional.ofNullable(MAPS.get(type)).map(it -> Tokens.of("java.util", it));
    }

    /** Returns what to write instead of a type that is known not to be savable. */
    static Optional<String> instead(TypeMirror type) {
        return Optional.ofNullable(INSTEAD.get(name(type)));
    }
}
