package org.atomizable.core.loop.check;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Says which objects a value may be, and from where in a method they can be reached. */
final class Roots {

    /** Reachable from a static field, and so from everywhere. */
    static final int STATIC = Integer.MAX_VALUE;

    /** Made by a call. */
    static final int FRESH = Integer.MIN_VALUE;

    private final Program program;

    Roots(Program program) {
        this.program = program;
    }

    /** Returns the origins of a method by which it reaches a value: those of the object whose field the value is, for example. */
    Set<Integer> roots(Code code, Origins value) {
        Set<Integer> roots = new TreeSet<>();
        collect(code, value, roots, new HashSet<>());
        return roots;
    }

    private void collect(Code code, Origins value, Set<Integer> roots, Set<Integer> seen) {
        for (int origin : value.from()) {
            if (!seen.add(origin)) {
                continue;
            }
            AbstractInsnNode insn = origin < 0 ? null : code.at(origin);
            if (insn instanceof FieldInsnNode field) {
                if (program.field(field).filter(program.fields()::isLeftOut).isPresent()) {
                    roots.add(FRESH);
                } else if (field.getOpcode() == Opcodes.GETSTATIC) {
                    roots.add(STATIC);
                } else {
                    collect(code, code.operands(origin).get(0), roots, seen);
                }
                continue;
            }
            roots.add(origin);
            if (insn instanceof MethodInsnNode) {
                for (Map.Entry<Key, Origins> each : returned(code, origin).entrySet()) {
                    if (each.getValue().from().isEmpty()) {
                        roots.add(STATIC);
                    }
                    collect(code, each.getValue(), roots, seen);
                }
            }
        }
    }

    /** Returns what the objects hold that a value may be, and from where each is reached. */
    Map<Key, Set<Integer>> held(Code code, Origins value) {
        Map<Key, Set<Integer>> held = new LinkedHashMap<>();
        for (int origin : value.from()) {
            AbstractInsnNode insn = origin < 0 ? null : code.at(origin);
            Origins alone = Origins.of(1, origin);
            if (insn instanceof FieldInsnNode field) {
                program.field(field).ifPresent(it -> held.put(new Key.HeldByField(it), roots(code, alone)));
                continue;
            }
            held.put(new Key.Held(origin), Set.of(origin));
            if (insn instanceof MethodInsnNode) {
                returned(code, origin).forEach((key, from) -> {
                    if (key instanceof Key.HeldByField) {
                        held.put(key, from.from().isEmpty() ? Set.of(STATIC) : roots(code, from));
                    } else {
                        from.from().forEach(it -> held.put(new Key.Held(it), Set.of(it)));
                    }
                });
            }
        }
        return held;
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
        });
        return keys;
    }

    /** Returns what a call of the program's own methods gives back: parts of what it is given, or of static fields. */
    private Map<Key, Origins> returned(Code code, int call) {
        Map<Key, Origins> returned = new LinkedHashMap<>();
        for (Program.Invocation each : program.invocations(code, call)) {
            if (each.target() == code) {
                continue;
            }
            for (int i : each.target().reached()) {
                if (each.target().at(i).getOpcode() == Opcodes.ARETURN) {
                    returnedBy(each, i, returned);
                }
            }
        }
        return returned;
    }

    private void returnedBy(Program.Invocation invocation, int at, Map<Key, Origins> returned) {
        Code target = invocation.target();
        for (int origin : target.operands(at).get(0).from()) {
            if (origin < 0) {
                Origins given = invocation.given().get(Origins.slot(origin));
                if (given != null) {
                    returned.put(new Key.Held(origin), given);
                }
            } else if (target.at(origin) instanceof FieldInsnNode field) {
                program.field(field)
                        .ifPresent(it -> returned.put(new Key.HeldByField(it), owner(invocation, origin, field)));
            }
        }
    }

    /** Returns whose field it is, as the caller sees it; nothing for a static field. */
    private static Origins owner(Program.Invocation invocation, int origin, FieldInsnNode field) {
        Origins none = new Origins(1, Set.of());
        if (field.getOpcode() == Opcodes.GETSTATIC) {
            return none;
        }
        Origins found = none;
        for (int each : invocation.target().operands(origin).get(0).from()) {
            Origins given = each < 0 ? invocation.given().get(Origins.slot(each)) : null;
            found = given == null ? found : found.and(given);
        }
        // A field of an object that the method makes itself: as if made by the call.
        return found.from().isEmpty() ? Origins.of(1, FRESH) : found;
    }
}
