package org.atomizable.core.loop.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Says what was computed from the state, and so differs where it is computed again before the state is restored. */
final class Snapshots {

    private final Program program;
    private final Facts facts;
    private final Map<Code, Boolean> reading = new HashMap<>();

    Snapshots(Program program, Facts facts) {
        this.program = program;
        this.facts = facts;
    }

    /** Returns whether an instruction writes what it has computed from the state. */
    boolean writes(Code code, int at) {
        AbstractInsnNode insn = code.at(at);
        if (Code.isStore(insn)) {
            return code.stored(at)
                    .filter(it -> isComputed(code, it, new HashSet<>()))
                    .isPresent();
        }
        List<Origins> operands = code.operands(at);
        if (insn instanceof MethodInsnNode) {
            return operands.stream().anyMatch(it -> isState(code, it) || isComputed(code, it, new HashSet<>()))
                    || program.invocations(code, at).stream().anyMatch(it -> readsState(it.target()));
        }
        return !operands.isEmpty() && isComputed(code, code.value(at), new HashSet<>());
    }

    /** Random numbers are drawn again as they were. */
    private boolean isState(Code code, Origins value) {
        boolean isRandom = value.from().stream()
                .anyMatch(it -> it >= 0
                        && code.at(it) instanceof MethodInsnNode call
                        && call.desc.endsWith("RandomGenerator;"));
        return !isRandom && facts.isRegistered(code, value);
    }

    private boolean isComputed(Code code, Origins value, Set<Integer> seen) {
        for (int origin : value.from()) {
            if (origin >= 0 && seen.add(origin) && isComputedBy(code, origin, seen)) {
                return true;
            }
        }
        return false;
    }

    private boolean isComputedBy(Code code, int origin, Set<Integer> seen) {
        AbstractInsnNode insn = code.at(origin);
        List<Origins> operands = code.operands(origin);
        if (insn instanceof FieldInsnNode field) {
            boolean isNumber = field.desc.length() == 1;
            return isNumber && program.field(field).filter(facts::isSaved).isPresent();
        }
        if (insn instanceof MethodInsnNode call) {
            if (Library.isRun(call)
                    || !isValue(Type.getReturnType(call.desc))
                    || isState(code, Origins.of(1, origin))) {
                return false;
            }
            return operands.stream().anyMatch(it -> isState(code, it) || isComputed(code, it, seen))
                    || program.invocations(code, origin).stream().anyMatch(it -> readsState(it.target()));
        }
        if (Code.isArrayLoad(insn)) {
            return isState(code, operands.get(0)) || isComputed(code, operands.get(1), seen);
        }
        return insn instanceof InsnNode && operands.stream().anyMatch(it -> isComputed(code, it, seen));
    }

    /** Objects of the program's classes may be views of the state. */
    private static boolean isValue(Type type) {
        return type.getSort() != Type.OBJECT || type.getClassName().startsWith("java.lang.");
    }

    private boolean readsState(Code code) {
        return Program.known(reading, code, false, () -> code.reached().stream().anyMatch(it -> readsState(code, it)));
    }

    private boolean readsState(Code code, int at) {
        return code.at(at) instanceof FieldInsnNode field
                ? Code.isFieldRead(field)
                        && program.field(field).filter(facts::holdsRegistered).isPresent()
                : program.invocations(code, at).stream().anyMatch(it -> readsState(it.target()));
    }
}
