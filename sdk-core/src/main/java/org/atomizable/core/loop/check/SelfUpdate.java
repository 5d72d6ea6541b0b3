package org.atomizable.core.loop.check;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A read whose value goes to where it came from and nowhere else: into the same field, as in {@code most = Math.max(most, n)} for a log, or into
 * the same element of an array.
 */
final class SelfUpdate {

    private static final Set<String> PURE = Set.of("java/lang/Math", "java/lang/StrictMath");

    private SelfUpdate() {}

    /** Returns whether an instruction is the read or the write of one. */
    static boolean contains(FieldInsnNode insn) {
        boolean reads = Code.isFieldRead(insn);
        for (AbstractInsnNode at = step(insn, reads); at != null; at = step(at, reads)) {
            if (at instanceof FieldInsnNode other
                    && other.name.equals(insn.name)
                    && other.owner.equals(insn.owner)
                    && Code.isFieldRead(other) != reads) {
                return true;
            }
            if (!isPure(at)) {
                return false;
            }
        }
        return false;
    }

    /** Returns whether a read of an element is one, as in {@code m[i] += x} and in {@code m[i] = 0.9 * m[i] + x}. */
    static boolean ofElement(Code code, int read) {
        if (read > 0 && code.at(read - 1).getOpcode() == Opcodes.DUP2) {
            // The place is kept for the store that follows.
            return true;
        }
        int at = read + 1;
        while (at < code.size() && isPure(code.at(at))) {
            at++;
        }
        return at < code.size()
                && ((Code.isArrayStore(code.at(at)) && isSameElement(code, read, at))
                        || isReplacedByGreater(code, read, at));
    }

    /** Returns whether a read is compared with what then takes its place, as in {@code if (x > m[i]) m[i] = x}. */
    private static boolean isReplacedByGreater(Code code, int read, int compares) {
        List<Origins> compared = code.taken(compares);
        int jumps = code.at(compares) instanceof JumpInsnNode ? compares : compares + 1;
        if (compared.size() != 2 || jumps >= code.size() || !(code.at(jumps) instanceof JumpInsnNode)) {
            return false;
        }
        boolean isFirst = compared.get(0).from().equals(Set.of(read));
        if (!isFirst && !compared.get(1).from().equals(Set.of(read))) {
            return false;
        }
        Origins other = compared.get(isFirst ? 1 : 0);
        return IntStream.range(jumps, code.size())
                .anyMatch(it -> Code.isArrayStore(code.at(it))
                        && isSameElement(code, read, it)
                        && isSame(code, code.operands(it).get(2), other));
    }

    private static boolean isSameElement(Code code, int read, int write) {
        List<Origins> from = code.operands(read);
        List<Origins> into = code.operands(write);
        return from.size() > 1
                && into.size() > 1
                && isSame(code, from.get(0), into.get(0))
                && isSame(code, from.get(1), into.get(1));
    }

    /** Tells whether two values are one: they come from the same instruction, or from two that read the same. */
    private static boolean isSame(Code code, Origins one, Origins other) {
        if (one.from().equals(other.from())) {
            return !one.from().isEmpty();
        }
        return one.from().size() == 1
                && other.from().size() == 1
                && readsSame(
                        code,
                        one.from().iterator().next(),
                        other.from().iterator().next());
    }

    private static boolean readsSame(Code code, int one, int other) {
        if (one < 0 || other < 0 || code.at(one).getOpcode() != code.at(other).getOpcode()) {
            return false;
        }
        AbstractInsnNode insn = code.at(one);
        if (insn instanceof FieldInsnNode field && code.at(other) instanceof FieldInsnNode second) {
            return Code.isFieldRead(field) && field.name.equals(second.name) && field.owner.equals(second.owner);
        }
        if (Code.isArrayLoad(insn)) {
            return isSameElement(code, one, other);
        }
        if (insn instanceof IntInsnNode number && code.at(other) instanceof IntInsnNode second) {
            return number.operand == second.operand;
        }
        return insn.getOpcode() >= Opcodes.ICONST_M1 && insn.getOpcode() <= Opcodes.ICONST_5;
    }

    private static @Nullable AbstractInsnNode step(AbstractInsnNode at, boolean forward) {
        return forward ? at.getNext() : at.getPrevious();
    }

    private static boolean isPure(AbstractInsnNode insn) {
        if (insn instanceof LineNumberNode || insn instanceof LabelNode) {
            return true;
        }
        if (insn instanceof MethodInsnNode call) {
            return call.getOpcode() == Opcodes.INVOKESTATIC && PURE.contains(call.owner);
        }
        if (insn instanceof VarInsnNode) {
            return Code.isLoad(insn);
        }
        int opcode = insn.getOpcode();
        return (opcode >= Opcodes.ACONST_NULL && opcode <= Opcodes.LDC)
                || Code.isArrayLoad(insn)
                || (opcode >= Opcodes.IADD && opcode <= Opcodes.LXOR)
                || (opcode >= Opcodes.I2L && opcode <= Opcodes.I2S)
                || opcode == Opcodes.ARRAYLENGTH
                || opcode == Opcodes.GETFIELD
                || opcode == Opcodes.GETSTATIC;
    }
}
