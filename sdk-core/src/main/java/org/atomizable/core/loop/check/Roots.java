package org.atomizable.core.loop.check;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.atomizable.core.loop.check.Contents.Item;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Says which objects a value may be, and from where in a method they can be reached. */
final class Roots {

    /** Reachable from a static field, and so from everywhere. */
    static final int STATIC = Integer.MAX_VALUE;

    /** In an object that its author left out of the state. */
    static final int LEFT_OUT = Integer.MIN_VALUE;

    private static final Origins NONE = new Origins(1, Set.of());

    private final Program program;
    private final ElementTypes types;
    private final Map<Key.Field, Boolean> kept = new HashMap<>();

    Roots(Program program) {
        this.program = program;
        this.types = new ElementTypes(program);
    }

    /**
     * Returns the origins of a method by which it reaches a value: those of the object whose field the value is, for example.
     *
     * @param type what the value is, as {@link ElementTypes} names it
     */
    Set<Integer> roots(Code code, Origins value, String type) {
        return roots(code, value, type, type);
    }

    /**
     * Returns the same for an object that is reached by the value.
     *
     * @param target what that object is
     */
    Set<Integer> roots(Code code, Origins value, String type, String target) {
        Search search = new Search(code, target);
        search.value(value, type);
        return search.roots;
    }

    /** One search for what leads to an object. */
    private final class Search {

        private final Code code;
        private final String target;
        private final Set<Integer> roots = new TreeSet<>();
        private final Set<Object> seen = new HashSet<>();

        Search(Code code, String target) {
            this.code = code;
            this.target = target;
        }

        void value(Origins value, String type) {
            for (int origin : value.from()) {
                if (seen.add(origin)) {
                    origin(origin, type);
                }
            }
            for (Item each : inside(code, value.within(), type)) {
                itemOf(type, each);
            }
        }

        private void itemOf(String type, Item item) {
            boolean leads = types.mayBe(code, item, type) || isTarget(item);
            if (leads && seen.add(item)) {
                item(item);
            }
        }

        private boolean isTarget(Item item) {
            return program.isOwn(target) && types.mayBe(code, item, target);
        }

        private void origin(int origin, String type) {
            AbstractInsnNode insn = origin < 0 ? null : code.at(origin);
            if (insn instanceof FieldInsnNode field) {
                if (program.field(field).filter(program.fields()::isLeftOut).isPresent()) {
                    roots.add(LEFT_OUT);
                } else if (field.getOpcode() == Opcodes.GETSTATIC) {
                    roots.add(STATIC);
                } else {
                    value(code.operands(origin).get(0), field.owner);
                }
                return;
            }
            roots.add(origin);
            if (insn instanceof MethodInsnNode) {
                program.contents().returnedBy(code, origin).forEach(it -> itemOf(type, it));
            } else if (insn instanceof TypeInsnNode made && isAround(made)) {
                program.contents().fields(code, origin).stream()
                        .filter(it -> isTarget(it) && seen.add(it))
                        .forEach(this::item);
            }
        }

        /** Returns whether an object is made that may have the one in a field that is looked for. */
        private boolean isAround(TypeInsnNode made) {
            return made.getOpcode() == Opcodes.NEW
                    && program.isOwn(made.desc)
                    && program.isOwn(target)
                    && !program.areRelated(made.desc, target);
        }

        void item(Item item) {
            if (!(item.key() instanceof Key.HeldByField held)) {
                value(item.by(), ElementTypes.ANY);
            } else if (program.fields().isLeftOut(held.field())) {
                roots.add(LEFT_OUT);
            } else if (item.by().from().isEmpty()) {
                roots.add(STATIC);
            } else {
                value(item.by(), held.field().type());
            }
        }
    }

    /** Returns what containers hold; for an object of the program's classes also what the containers in them hold. */
    private Set<Item> inside(Code code, Set<Integer> containers, String type) {
        Set<Item> items = new LinkedHashSet<>();
        Deque<Integer> left = new ArrayDeque<>(containers);
        Set<Integer> seen = new HashSet<>();
        while (!left.isEmpty()) {
            int container = left.remove();
            if (seen.add(container)) {
                for (Item each : program.contents().of(code, container)) {
                    items.add(each);
                    if (program.isOwn(type) && each.key() instanceof Key.Held held && !each.isInside()) {
                        left.add(held.origin());
                    }
                }
            }
        }
        return items;
    }

    /** Returns what the objects hold that a value may be, and from where each is reached. */
    Map<Key, Set<Integer>> held(Code code, Origins value) {
        return held(code, value, ElementTypes.ANY);
    }

    /** Returns the same of a value of a type, as {@link ElementTypes} names it. */
    Map<Key, Set<Integer>> held(Code code, Origins value, String type) {
        Map<Key, Set<Integer>> held = new LinkedHashMap<>();
        Set<Item> others = new LinkedHashSet<>();
        for (int origin : value.from()) {
            AbstractInsnNode insn = origin < 0 ? null : code.at(origin);
            if (insn instanceof FieldInsnNode field) {
                Set<Integer> roots = roots(code, Origins.of(1, origin), type);
                program.field(field).ifPresent(it -> add(held, new Key.HeldByField(it), roots));
                if (field.getOpcode() == Opcodes.GETFIELD) {
                    program.field(field)
                            .ifPresent(it -> inField(
                                            code, code.operands(origin).get(0).from(), it)
                                    .forEach((key, its) -> add(held, key, its)));
                }
                continue;
            }
            add(held, new Key.Held(origin), Set.of(origin));
            if (insn instanceof MethodInsnNode) {
                others.addAll(program.contents().returnedBy(code, origin));
            }
        }
        others.addAll(inside(code, value.within(), type));
        for (Item each : others) {
            if (types.mayBe(code, each, type)) {
                Search search = new Search(code, type);
                search.item(each);
                add(held, each.key(), search.roots);
            }
        }
        return held;
    }

    /** Returns what a field holds of the objects that a method makes, such as an array that was given to a constructor. */
    Map<Key, Set<Integer>> inField(Code code, Set<Integer> origins, Key.Field field) {
        Map<Key, Set<Integer>> held = new LinkedHashMap<>();
        for (int origin : origins) {
            boolean isMade = made(code, origin).isPresent();
            for (Item each : isMade ? program.contents().inField(code, origin, field) : Set.<Item>of()) {
                Search search = new Search(code, ElementTypes.ANY);
                search.item(each);
                add(held, each.key(), search.roots);
            }
        }
        return held;
    }

    /** Returns whether only constructors set a field, so that its object is the one that they were given. */
    boolean isKept(Key.Field field) {
        return program.fields().isFinal(field)
                || kept.computeIfAbsent(
                        field,
                        it -> program.reached().stream()
                                .filter(code -> !code.constructs())
                                .noneMatch(code ->
                                        code.reached().stream().anyMatch(at -> program.writes(code.at(at), field))));
    }

    /** Returns the program's own class of an object that a method makes, or gets from a method that it calls. */
    private Optional<String> made(Code code, int origin) {
        if (origin < 0 || origin == STATIC) {
            return Optional.empty();
        }
        AbstractInsnNode insn = code.at(origin);
        boolean isNew = insn instanceof TypeInsnNode && insn.getOpcode() == Opcodes.NEW;
        String type = isNew
                ? ((TypeInsnNode) insn).desc
                : insn instanceof MethodInsnNode call ? ElementTypes.name(Type.getReturnType(call.desc)) : "";
        return Optional.of(type).filter(program::isOwn);
    }

    private static void add(Map<Key, Set<Integer>> held, Key key, Set<Integer> roots) {
        held.computeIfAbsent(key, it -> new TreeSet<>()).addAll(roots);
    }

    /** Returns whether a value may be the object whose content a key names. */
    boolean holds(Code code, Origins value, Key key) {
        return held(code, value).containsKey(key);
    }

    /** Returns what a method that is called calls the same thing. */
    Set<Key> inside(Code code, Key key, Program.Invocation invocation) {
        Set<Key> keys = new HashSet<>(key.isGlobal() ? Set.of(key) : Set.of());
        invocation.given().forEach((slot, given) -> {
            if (holds(code, given, key)) {
                keys.add(new Key.Held(Origins.parameter(slot)));
            }
            if (slot > 0 || !invocation.target().constructs()) {
                keys.addAll(holders(code, given.from(), key, new HashSet<>()));
            }
        });
        return keys;
    }

    /** Returns the fields by which objects that a method makes lead to what a key names. */
    private Set<Key> holders(Code code, Set<Integer> origins, Key key, Set<Integer> seen) {
        Set<Key> holders = new HashSet<>();
        for (int origin : origins) {
            Optional<String> made = seen.add(origin) ? made(code, origin) : Optional.empty();
            if (made.isEmpty()) {
                continue;
            }
            for (Key.Field field : program.fields().holding(made.get())) {
                if (inField(code, Set.of(origin), field).containsKey(key)) {
                    holders.add(new Key.HeldByField(field));
                }
            }
            for (Item each : program.contents().fields(code, origin)) {
                if (each.key() instanceof Key.Held held && !each.isInside()) {
                    holders.addAll(holders(code, Set.of(held.origin()), key, seen));
                }
            }
        }
        return holders;
    }

    /**
     * Returns by what a caller reaches an object that a method that it calls reaches by some origins, none for what is static; empty if the
     * method makes it.
     *
     * @param type what the object is, as {@link ElementTypes} names it
     */
    Optional<Origins> inCaller(Origins by, String type, Program.Invocation invocation) {
        Origins found = NONE;
        if (by.from().isEmpty()) {
            return Optional.of(found);
        }
        for (int root : roots(invocation.target(), by, type)) {
            if (root == STATIC) {
                return Optional.of(NONE);
            }
            Origins given = root < 0 ? invocation.given().get(Origins.slot(root)) : null;
            found = given == null ? found : found.and(given);
        }
        return found.from().isEmpty() ? Optional.empty() : Optional.of(found);
    }
}
