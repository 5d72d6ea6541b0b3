package org.atomizable.core.loop.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Finds fields that are filled when they are first needed, from nothing that changes: {@code if (data == null) data = load()}. A new instance
 * fills them with the same.
 */
final class Lazy {

    private final Program program;
    private final Facts facts;
    private final Map<Key.Field, Boolean> known = new HashMap<>();

    Lazy(Program program, Facts facts) {
        this.program = program;
        this.facts = facts;
    }

    boolean isFilledOnce(Key.Field field) {
        return known.computeIfAbsent(field, it -> program.isOfJob() && allAreGuarded(it));
    }

    private boolean allAreGuarded(Key.Field field) {
        for (Code code : program.reached()) {
            boolean constructs = code.method.name.startsWith("<");
            for (int i = 0; i < code.size() && !constructs; i++) {
                if (code.isReached(i) && isAccess(code, i, field, false) && !isGuarded(code, i, field)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isAccess(Code code, int at, Key.Field field, boolean reads) {
        return code.at(at) instanceof FieldInsnNode insn
                && Code.isFieldRead(insn) == reads
                && program.field(insn).filter(field::equals).isPresent();
    }

    private boolean isGuarded(Code code, int write, Key.Field field) {
        for (int i = write - 1; i > 0; i--) {
            if (code.at(i) instanceof JumpInsnNode jump && isAccess(code, i - 1, field, true)) {
                int target = code.method.instructions.indexOf(jump.label);
                boolean skips = jump.getOpcode() == Opcodes.IFNONNULL && target > write;
                boolean leads = jump.getOpcode() == Opcodes.IFNULL && target > i && target <= write;
                return (skips || leads) && dependsOnNothing(code, i + 1, write);
            }
        }
        return false;
    }

    private boolean dependsOnNothing(Code code, int from, int to) {
        List<Integer> parameters = code.parameters();
        boolean isStatic = (code.method.access & Opcodes.ACC_STATIC) != 0;
        for (int i = from; i < to; i++) {
            AbstractInsnNode insn = code.at(i);
            boolean given = insn instanceof VarInsnNode local
                    && Code.isLoad(insn)
                    && parameters.contains(local.var)
                    && (isStatic || local.var != 0);
            if (given || readsState(code, i, new HashSet<>())) {
                return false;
            }
        }
        return true;
    }

    private boolean readsState(Code code, int at, Set<Code> seen) {
        if (code.at(at) instanceof FieldInsnNode insn
                && Code.isFieldRead(insn)
                && program.field(insn).filter(facts::isSaved).isPresent()) {
            return true;
        }
        for (Program.Invocation each : program.invocations(code, at)) {
            if (seen.add(each.target())) {
                for (int i = 0; i < each.target().size(); i++) {
                    if (each.target().isReached(i) && readsState(each.target(), i, seen)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
