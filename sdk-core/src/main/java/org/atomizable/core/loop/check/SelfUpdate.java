package org.atomizable.core.loop.check;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** A read of a field whose value goes into the same field and nowhere else, as in {@code most = Math.max(most, n)} for a log. */
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
