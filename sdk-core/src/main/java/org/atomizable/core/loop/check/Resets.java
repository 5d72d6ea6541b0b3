package org.atomizable.core.loop.check;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Fields that a restore only sets to a constant. That is right for a cache, which is then filled again, and wrong for a number to which turns
 * add.
 */
final class Resets {

    private final Program program;
    private final Set<Code> restoring = new LinkedHashSet<>();
    private final Set<Code> shrinking = new LinkedHashSet<>();
    private final Map<Key.Field, Boolean> known = new HashMap<>();
    private final Map<Key.Field, Boolean> caches = new HashMap<>();

    Resets(Program program) {
        this.program = program;
    }

    /** Learns of a method that runs in a restore, or where memory is given back. */
    void learn(Code code, boolean gives) {
        if ((gives ? shrinking : restoring).add(code)) {
            known.clear();
            caches.clear();
        }
    }

    boolean isReset(Key.Field field) {
        return known.computeIfAbsent(field, this::search);
    }

    private boolean search(Key.Field field) {
        boolean resets = false;
        for (Code code : restoring) {
            for (int i : code.reached()) {
                if (isOf(code, i, field)) {
                    if (Code.isFieldRead(code.at(i)) || !isConstant(code, code.value(i))) {
                        return false;
                    }
                    resets = true;
                }
            }
        }
        return resets && shrinking.stream().noneMatch(it -> uses(it, field));
    }

    private boolean uses(Code code, Key.Field field) {
        return code.reached().stream().anyMatch(it -> isOf(code, it, field));
    }

    private boolean isOf(Code code, int at, Key.Field field) {
        return at >= 0 && code.isReached(at) && program.uses(code.at(at), field);
    }

    private boolean isWrite(Code code, int at, Key.Field field) {
        return code.isReached(at) && program.writes(code.at(at), field);
    }

    private boolean isConstant(Code code, Origins value) {
        return !value.from().isEmpty() && value.from().stream().allMatch(it -> it >= 0 && isConstant(code, it));
    }

    private boolean isConstant(Code code, int origin) {
        AbstractInsnNode insn = code.at(origin);
        if (insn instanceof FieldInsnNode field) {
            return Type.getType(field.desc).getSort() < Type.ARRAY
                    && program.field(field).filter(program.fields()::isFinal).isPresent();
        }
        if (insn.getOpcode() == Opcodes.NEWARRAY) {
            return isConstant(code, code.operands(origin).get(0)) && isOnlyMade(code, origin);
        }
        if (insn instanceof TypeInsnNode made && insn.getOpcode() == Opcodes.NEW) {
            return made.desc.startsWith("java/") && isOnlyMade(code, origin);
        }
        return insn.getOpcode() >= Opcodes.ACONST_NULL && insn.getOpcode() <= Opcodes.LDC;
    }

    /** Returns whether an object is made of constants, and nothing else is done with it than to keep it. */
    private boolean isOnlyMade(Code code, int origin) {
        for (int i = 0; i < code.size(); i++) {
            List<Origins> operands = code.operands(i);
            int object = operands.isEmpty() || !operands.get(0).from().contains(origin) ? -1 : 0;
            boolean given = operands.stream().skip(1).anyMatch(it -> it.from().contains(origin));
            if (code.at(i) instanceof MethodInsnNode call && call.name.equals("<init>") && object == 0) {
                if (!operands.stream().skip(1).allMatch(it -> isConstant(code, it))) {
                    return false;
                }
            } else if (object == 0 || (given && !(code.at(i) instanceof FieldInsnNode))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether a field is a cache that is computed again after a restore, or the flag that says so ({@code if (stale) value = …}), and
     * that flag is set wherever something is changed of which the cache is computed.
     */
    boolean isOfCache(Key.Field field, Writes writes) {
        return caches.computeIfAbsent(
                field,
                it -> fieldsIn(restoring).filter(this::isFlag).anyMatch(flag -> isCache(it, flag, writes))
                        || (isFlag(it) && guards(it, writes)));
    }

    private boolean guards(Key.Field flag, Writes writes) {
        return fieldsIn(program.reached()).filter(it -> !it.equals(flag)).anyMatch(it -> isCache(it, flag, writes));
    }

    private boolean isCache(Key.Field field, Key.Field flag, Writes writes) {
        if (!isCache(field, flag)) {
            return false;
        }
        Set<Key.Field> inputs = inputs(field, flag);
        for (Code code : program.reached()) {
            for (int at : code.reached()) {
                if (!code.constructs()
                        && !restoring.contains(code)
                        && writes.of(code, at).stream()
                                .anyMatch(it -> isOf(it.key(), inputs)
                                        && (it.by().code() == code || isGivenTo(it.by(), inputs, writes)))
                        && !leadsToFlag(code, at, flag, new HashSet<>())) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isOf(Key key, Set<Key.Field> fields) {
        return key.ofField().filter(fields::contains).isPresent();
    }

    /** Returns whether the method that writes is given what it writes, and does not know of which field that is. */
    private static boolean isGivenTo(Program.Place by, Set<Key.Field> inputs, Writes writes) {
        return writes.of(by.code(), by.at()).stream().noneMatch(it -> isOf(it.key(), inputs));
    }

    /** Returns the fields that are read where a cache is computed. */
    private Set<Key.Field> inputs(Key.Field field, Key.Field flag) {
        List<Code> computing = program.reached().stream()
                .filter(it -> !it.constructs() && !restoring.contains(it))
                .filter(code -> code.reached().stream()
                        .anyMatch(it -> isWrite(code, it, field) && pushed(code, it) != Opcodes.ACONST_NULL))
                .toList();
        Set<Key.Field> inputs =
                new HashSet<>(fieldsIn(program.withCalled(computing)).toList());
        inputs.remove(field);
        inputs.remove(flag);
        return inputs;
    }

    /** Returns whether the flag is set on all ways from an instruction, to the end of its method or of those that call it. */
    private boolean leadsToFlag(Code code, int from, Key.Field flag, Set<Code> seen) {
        int reset = resetTo(flag).orElse(-1);
        Deque<Integer> left = new ArrayDeque<>(code.next(from));
        Set<Integer> found = new HashSet<>();
        boolean returns = code.isReturn(from);
        while (!left.isEmpty()) {
            int at = left.remove();
            boolean sets = isWrite(code, at, flag) && pushed(code, at) == reset;
            if (!sets && found.add(at)) {
                returns |= code.isReturn(at);
                left.addAll(code.next(at));
            }
        }
        return !returns
                || (seen.add(code)
                        && !program.callers(code).isEmpty()
                        && program.callers(code).stream().allMatch(it -> leadsToFlag(it.code(), it.at(), flag, seen)));
    }

    private boolean isFlag(Key.Field field) {
        return program.fields().descriptor(field).matches("Z|L.*")
                && isReset(field)
                && resetTo(field).isPresent();
    }

    private Stream<Key.Field> fieldsIn(Collection<Code> codes) {
        return codes.stream()
                .flatMap(code -> Stream.of(code.method.instructions.toArray()))
                .filter(it -> it instanceof FieldInsnNode)
                .flatMap(it -> program.field((FieldInsnNode) it).stream())
                .distinct();
    }

    /** Returns the one constant to which a restore sets a flag, as the instruction that pushes it. */
    private OptionalInt resetTo(Key.Field flag) {
        Set<Integer> constants = new HashSet<>();
        for (Code code : restoring) {
            code.reached().stream()
                    .filter(it -> isWrite(code, it, flag))
                    .forEach(it -> constants.add(pushed(code, it)));
        }
        return constants.size() == 1 && !constants.contains(-1)
                ? OptionalInt.of(constants.iterator().next())
                : OptionalInt.empty();
    }

    private static int pushed(Code code, int write) {
        Set<Integer> from = code.value(write).from();
        int opcode = from.size() == 1 && from.iterator().next() >= 0
                ? code.at(from.iterator().next()).getOpcode()
                : -1;
        return opcode == Opcodes.ACONST_NULL || opcode == Opcodes.ICONST_0 || opcode == Opcodes.ICONST_1 ? opcode : -1;
    }

    /** With the flag as a restore sets it, all methods write the field before they read it, and none sets the flag otherwise without that. */
    private boolean isCache(Key.Field field, Key.Field flag) {
        int reset = resetTo(flag).orElse(-1);
        boolean read = false;
        for (Code code : program.reached()) {
            if (code.constructs() || restoring.contains(code)) {
                continue;
            }
            Set<Integer> unwritten = unwritten(code, 0, field, flag, reset, Set.of());
            for (int i : code.reached()) {
                if (program.reads(code.at(i), field) && !isTest(code, i, field, flag)) {
                    read = true;
                    if (unwritten.contains(i)) {
                        return false;
                    }
                }
                boolean clears = isWrite(code, i, flag) && pushed(code, i) != reset;
                if (clears
                        && unwritten.contains(i)
                        && unwritten(code, i, field, flag, -1, Set.of()).stream()
                                .anyMatch(code::isReturn)) {
                    return false;
                }
            }
        }
        return read;
    }

    private boolean isTest(Code code, int at, Key.Field field, Key.Field flag) {
        int opcode = code.at(at + 1).getOpcode();
        return field.equals(flag) && (opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL);
    }

    /** Returns the instructions that run from one on before the field is written, while the flag is as it was reset. */
    private Set<Integer> unwritten(Code code, int from, Key.Field field, Key.Field flag, int reset, Set<Code> seen) {
        Set<Integer> found = new HashSet<>();
        Deque<Integer> left = new ArrayDeque<>(List.of(from));
        while (!left.isEmpty()) {
            int at = left.remove();
            if (!found.add(at) || isWrite(code, at, field)) {
                continue;
            }
            if (!fills(code, at, field, new HashSet<>(seen))) {
                left.addAll(isOf(code, at - 1, flag) ? next(code, at, reset) : code.next(at));
            }
        }
        return found;
    }

    /** Returns where a test of the flag leads, if that is as it was reset. */
    private static Set<Integer> next(Code code, int at, int reset) {
        if (reset < 0 || !(code.at(at) instanceof JumpInsnNode jump)) {
            return code.next(at);
        }
        boolean jumps = switch (jump.getOpcode()) {
            case Opcodes.IFEQ -> reset == Opcodes.ICONST_0;
            case Opcodes.IFNE -> reset == Opcodes.ICONST_1;
            case Opcodes.IFNULL -> reset == Opcodes.ACONST_NULL;
            default -> false;
        };
        return Set.of(jumps ? code.target(jump) : at + 1);
    }

    /** Returns whether a call surely writes a field. */
    private boolean fills(Code code, int at, Key.Field field, Set<Code> seen) {
        List<Program.Invocation> called = program.invocations(code, at);
        return !called.isEmpty()
                && called.stream()
                        .allMatch(it -> seen.add(it.target())
                                && unwritten(it.target(), 0, field, field, -1, seen).stream()
                                        .noneMatch(it.target()::isReturn));
    }

    /** Returns whether all new values of a field are computed from its old ones, but for those that a constructor or a restore sets. */
    boolean isOnlyAddedTo(Key.Field field) {
        return isAddedTo(field)
                && program.reached().stream()
                        .filter(it -> !restoring.contains(it) && !it.constructs())
                        .allMatch(code -> code.reached().stream()
                                .filter(it -> isWrite(code, it, field))
                                .allMatch(it -> dependsOn(code, code.value(it), field, new HashSet<>())));
    }

    /** Returns whether turns compute a new value of a field from its old one. */
    boolean isAddedTo(Key.Field field) {
        return program.reached().stream()
                .filter(it -> !restoring.contains(it) && !it.constructs())
                .anyMatch(code -> code.reached().stream()
                        .anyMatch(it ->
                                isWrite(code, it, field) && dependsOn(code, code.value(it), field, new HashSet<>())));
    }

    private boolean dependsOn(Code code, Origins value, Key.Field field, Set<Integer> seen) {
        return value.from().stream()
                .anyMatch(it -> it >= 0
                        && seen.add(it)
                        && (isOf(code, it, field)
                                || code.operands(it).stream().anyMatch(each -> dependsOn(code, each, field, seen))));
    }
}
