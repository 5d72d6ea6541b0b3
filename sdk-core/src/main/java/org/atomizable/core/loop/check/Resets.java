package org.atomizable.core.loop.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
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

    Resets(Program program) {
        this.program = program;
    }

    /** Learns of a method that runs in a restore, or where memory is given back. */
    void learn(Code code, boolean gives) {
        if ((gives ? shrinking : restoring).add(code)) {
            known.clear();
        }
    }

    boolean isReset(Key.Field field) {
        return known.computeIfAbsent(field, it -> search(it));
    }

    private boolean search(Key.Field field) {
        boolean resets = false;
        for (Code code : restoring) {
            for (int i = 0; i < code.size(); i++) {
                if (isOf(code, i, field)) {
                    List<Origins> operands = code.operands(i);
                    if (Code.isFieldRead(code.at(i)) || !isConstant(code, operands.get(operands.size() - 1))) {
                        return false;
                    }
                    resets = true;
                }
            }
        }
        return resets && shrinking.stream().noneMatch(it -> uses(it, field));
    }

    private boolean uses(Code code, Key.Field field) {
        for (int i = 0; i < code.size(); i++) {
            if (isOf(code, i, field)) {
                return true;
            }
        }
        return false;
    }

    private boolean isOf(Code code, int at, Key.Field field) {
        return code.isReached(at)
                && code.at(at) instanceof FieldInsnNode insn
                && program.field(insn).filter(field::equals).isPresent();
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

    /** Returns whether turns compute a new value of a field from its old one. */
    boolean isAddedTo(Key.Field field) {
        for (Code code : program.reached()) {
            for (int i = 0; i < code.size(); i++) {
                if (!restoring.contains(code)
                        && !code.method.name.startsWith("<")
                        && isOf(code, i, field)
                        && !Code.isFieldRead(code.at(i))
                        && dependsOn(code, code.operands(i).get(code.operands(i).size() - 1), field, new HashSet<>())) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean dependsOn(Code code, Origins value, Key.Field field, Set<Integer> seen) {
        return value.from().stream()
                .anyMatch(it -> it >= 0
                        && seen.add(it)
                        && (isOf(code, it, field)
                                || code.operands(it).stream().anyMatch(each -> dependsOn(code, each, field, seen))));
    }
}
