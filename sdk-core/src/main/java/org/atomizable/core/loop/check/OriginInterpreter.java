package org.atomizable.core.loop.check;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * Follows where values come from. Copies keep their origins. An element that is taken out of an array or a collection has the origins
 * of that, so a change of the element is a change of what holds it.
 */
final class OriginInterpreter extends Interpreter<Origins> {

    private static final Origins UNKNOWN = new Origins(1, Set.of());

    private final InsnList instructions;

    OriginInterpreter(InsnList instructions) {
        super(Opcodes.ASM9);
        this.instructions = instructions;
    }

    private Origins made(AbstractInsnNode by, int size) {
        return Origins.of(size, instructions.indexOf(by));
    }

    @Override
    public @Nullable Origins newValue(@Nullable Type type) {
        if (type == null) {
            return UNKNOWN;
        }
        return type.getSort() == Type.VOID ? null : new Origins(type.getSize(), Set.of());
    }

    @Override
    public Origins newParameterValue(boolean isInstanceMethod, int local, Type type) {
        return Origins.of(type.getSize(), Origins.parameter(local));
    }

    @Override
    public Origins newOperation(AbstractInsnNode insn) {
        return made(
                insn,
                switch (insn.getOpcode()) {
                    case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1 -> 2;
                    case Opcodes.LDC ->
                        ((LdcInsnNode) insn).cst instanceof Long || ((LdcInsnNode) insn).cst instanceof Double ? 2 : 1;
                    case Opcodes.GETSTATIC ->
                        Type.getType(((FieldInsnNode) insn).desc).getSize();
                    default -> 1;
                });
    }

    @Override
    public Origins copyOperation(AbstractInsnNode insn, Origins value) {
        return value;
    }

    @Override
    public Origins unaryOperation(AbstractInsnNode insn, Origins value) {
        return switch (insn.getOpcode()) {
            case Opcodes.CHECKCAST -> cast(insn, ((TypeInsnNode) insn).desc, value);
            case Opcodes.LNEG,
                    Opcodes.DNEG,
                    Opcodes.I2L,
                    Opcodes.I2D,
                    Opcodes.L2D,
                    Opcodes.F2L,
                    Opcodes.F2D,
                    Opcodes.D2L -> made(insn, 2);
            case Opcodes.GETFIELD ->
                made(insn, Type.getType(((FieldInsnNode) insn).desc).getSize());
            default -> made(insn, 1);
        };
    }

    private Origins cast(AbstractInsnNode insn, String type, Origins value) {
        if (Library.isEntry(type)) {
            // Each entry of a map belongs to it, also where the map is a copy.
            return value.whole();
        }
        // What is cast to a text or a number holds nothing, whatever it comes from.
        return Library.isValue(type) ? value.and(made(insn, 1)) : value;
    }

    @Override
    public Origins binaryOperation(AbstractInsnNode insn, Origins left, Origins right) {
        return switch (insn.getOpcode()) {
            case Opcodes.AALOAD -> left.part();
            case Opcodes.LALOAD,
                    Opcodes.DALOAD,
                    Opcodes.LADD,
                    Opcodes.DADD,
                    Opcodes.LSUB,
                    Opcodes.DSUB,
                    Opcodes.LMUL,
                    Opcodes.DMUL,
                    Opcodes.LDIV,
                    Opcodes.DDIV,
                    Opcodes.LREM,
                    Opcodes.DREM,
                    Opcodes.LSHL,
                    Opcodes.LSHR,
                    Opcodes.LUSHR,
                    Opcodes.LAND,
                    Opcodes.LOR,
                    Opcodes.LXOR -> made(insn, 2);
            default -> made(insn, 1);
        };
    }

    @Override
    public Origins ternaryOperation(AbstractInsnNode insn, Origins array, Origins index, Origins value) {
        return UNKNOWN;
    }

    @Override
    public Origins naryOperation(AbstractInsnNode insn, List<? extends Origins> values) {
        if (insn instanceof MethodInsnNode call) {
            Set<Integer> from = new TreeSet<>();
            Set<Integer> within = new TreeSet<>();
            for (Origins each : Library.kept(call, values)) {
                from.addAll(each.from());
                within.addAll(each.within());
            }
            if (Library.takesTurn(call)) {
                // An element is not what is iterated over, although a batch holds items of the list that a loop is
                // over.
                from.removeIf(this::isLoopCall);
            }
            from.add(instructions.indexOf(insn));
            return new Origins(
                    Type.getReturnType(call.desc).getSize(), from, Library.givesElement(call) ? from : within);
        }
        if (insn instanceof InvokeDynamicInsnNode dynamic) {
            return made(insn, Type.getReturnType(dynamic.desc).getSize());
        }
        return made(insn, 1);
    }

    private boolean isLoopCall(int origin) {
        return origin >= 0
                && instructions.get(origin) instanceof MethodInsnNode call
                && (Library.isLoop(call) || Library.makesIterator(call));
    }

    @Override
    public void returnOperation(AbstractInsnNode insn, Origins value, Origins expected) {}

    @Override
    public Origins merge(Origins one, Origins other) {
        return one.and(other);
    }
}
