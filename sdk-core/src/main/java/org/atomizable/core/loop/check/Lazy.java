package org.atomizable.core.loop.check;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /** Returns whether a field gets its value where it is first needed, and each time the same. */
    boolean isFilledOnce(Key.Field field) {
        return known.computeIfAbsent(field, it -> program.isOfJob() && allAreGuarded(it));
    }

    private boolean allAreGuarded(Key.Field field) {
        return program.reached().stream()
                .filter(it -> !it.constructs())
                .allMatch(code -> code.reached().stream()
                        .filter(it -> program.writes(code.at(it), field))
                        .allMatch(it -> isGuarded(code, it, field)));
    }

    private boolean isGuarded(Code code, int write, Key.Field field) {
        for (int i = write - 1; i > 0; i--) {
            if (code.at(i) instanceof JumpInsnNode jump && program.reads(code.at(i - 1), field)) {
                int target = code.target(jump);
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
            if (given || leadsToState(code, i)) {
                return false;
            }
        }
        return true;
    }

    private boolean leadsToState(Code code, int at) {
        List<Code> called = program.invocations(code, at).stream()
                .map(Program.Invocation::target)
                .toList();
        return readsState(code.at(at))
                || program.withCalled(called).stream()
                        .anyMatch(it -> it.reached().stream().anyMatch(each -> readsState(it.at(each))));
    }

    private boolean readsState(AbstractInsnNode insn) {
        return insn instanceof FieldInsnNode field
                && Code.isFieldRead(field)
                && program.field(field).filter(facts::isSaved).isPresent();
    }
}
