package org.atomizable.core.loop.check;

import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;

/** Registrations of single rows: {@code run.state("row", rows[0])}. */
final class Parts {

    private Parts() {}

    /** Returns whether a call registers one row of an array of which other rows are not registered. */
    static boolean isPart(Code code, int call) {
        OptionalInt row = row(code, call);
        Set<Integer> array = code.operands(call).get(2).from();
        OptionalInt length = array.size() == 1 ? length(code, array.iterator().next()) : OptionalInt.empty();
        if (row.isEmpty() || length.isEmpty()) {
            return false;
        }
        Set<Integer> rows = new HashSet<>();
        for (int i = 0; i < code.size(); i++) {
            if (code.isReached(i)
                    && code.at(i) instanceof MethodInsnNode other
                    && Library.registers(other)
                    && code.operands(i).get(code.operands(i).size() - 1).from().equals(array)) {
                OptionalInt its = row(code, i);
                if (its.isEmpty()) {
                    return false;
                }
                rows.add(its.getAsInt());
            }
        }
        return rows.size() < length.getAsInt();
    }

    private static OptionalInt row(Code code, int call) {
        AbstractInsnNode taken = code.at(call).getPrevious();
        return taken != null && taken.getOpcode() == Opcodes.AALOAD ? number(taken.getPrevious()) : OptionalInt.empty();
    }

    private static OptionalInt length(Code code, int made) {
        if (made < 0) {
            return OptionalInt.empty();
        }
        AbstractInsnNode insn = code.at(made);
        if (insn.getOpcode() == Opcodes.ANEWARRAY) {
            return number(insn.getPrevious());
        }
        boolean isMatrix = insn instanceof MultiANewArrayInsnNode matrix && matrix.dims == 2;
        return isMatrix && number(insn.getPrevious()).isPresent()
                ? number(insn.getPrevious().getPrevious())
                : OptionalInt.empty();
    }

    private static OptionalInt number(@Nullable AbstractInsnNode insn) {
        if (insn instanceof IntInsnNode number && insn.getOpcode() != Opcodes.NEWARRAY) {
            return OptionalInt.of(number.operand);
        }
        if (insn == null) {
            return OptionalInt.empty();
        }
        boolean isSmall = insn.getOpcode() >= Opcodes.ICONST_0 && insn.getOpcode() <= Opcodes.ICONST_5;
        return isSmall ? OptionalInt.of(insn.getOpcode() - Opcodes.ICONST_0) : OptionalInt.empty();
    }
}
