package org.atomizable.core.loop.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/** The code of one method: its instructions by their numbers, what follows each, and the origins of what each is given. */
final class Code {

    final ClassNode type;
    final MethodNode method;
    private final Frame<Origins>[] frames;
    private final List<Set<Integer>> next;
    private final List<Set<Integer>> handlers;
    private final List<Integer> reached;

    private Code(ClassNode type, MethodNode method) throws AnalyzerException {
        this.type = type;
        this.method = method;
        this.next = edges();
        this.handlers = edges();
        this.frames = new Analyzer<>(new OriginInterpreter(method.instructions)) {
            @Override
            protected void newControlFlowEdge(int insn, int successor) {
                next.get(insn).add(successor);
            }

            @Override
            protected boolean newControlFlowExceptionEdge(int insn, int successor) {
                handlers.get(insn).add(successor);
                return true;
            }
        }.analyze(type.name, method);
        this.reached = IntStream.range(0, frames.length)
                .filter(this::isReached)
                .boxed()
                .toList();
    }

    /** Returns the code of a method that has some. */
    static Code of(ClassNode type, MethodNode method) {
        try {
            return new Code(type, method);
        } catch (AnalyzerException e) {
            throw new IllegalStateException("%s.%s cannot be read".formatted(type.name, method.name), e);
        }
    }

    private List<Set<Integer>> edges() {
        List<Set<Integer>> edges = new ArrayList<>();
        for (int i = 0; i < method.instructions.size(); i++) {
            edges.add(new TreeSet<>());
        }
        return edges;
    }

    int size() {
        return method.instructions.size();
    }

    AbstractInsnNode at(int instruction) {
        return method.instructions.get(instruction);
    }

    /** Returns the instructions that may run, in the order in which they are written. */
    List<Integer> reached() {
        return reached;
    }

    boolean isReached(int instruction) {
        return frames[instruction] != null;
    }

    Set<Integer> next(int instruction) {
        return next.get(instruction);
    }

    Set<Integer> handlers(int instruction) {
        return handlers.get(instruction);
    }

    boolean isReturn(int instruction) {
        return isIn(at(instruction).getOpcode(), Opcodes.IRETURN, Opcodes.RETURN);
    }

    /** Returns the instruction that a jump leads to. */
    int target(JumpInsnNode jump) {
        return method.instructions.indexOf(jump.label);
    }

    /** Returns whether it makes an object, or what is static in its class. */
    boolean constructs() {
        return method.name.startsWith("<");
    }

    /** Returns what an instruction takes from the stack, where that matters; the receiver of a call is first. */
    List<Origins> operands(int instruction) {
        Frame<Origins> frame = frames[instruction];
        int count = count(at(instruction));
        List<Origins> operands = new ArrayList<>();
        for (int i = 0; frame != null && i < count; i++) {
            operands.add(frame.getStack(frame.getStackSize() - count + i));
        }
        return operands;
    }

    /** Returns the last of them: the value that a field is set to. */
    Origins value(int instruction) {
        List<Origins> operands = operands(instruction);
        return operands.get(operands.size() - 1);
    }

    /** Returns the same as {@link #operands}, also where an instruction only asks or compares. */
    List<Origins> taken(int instruction) {
        int opcode = at(instruction).getOpcode();
        boolean two = isIn(opcode, Opcodes.LCMP, Opcodes.DCMPG) || isIn(opcode, Opcodes.IF_ICMPEQ, Opcodes.IF_ACMPNE);
        boolean one = isIn(opcode, Opcodes.IFEQ, Opcodes.IFLE)
                || isIn(opcode, Opcodes.TABLESWITCH, Opcodes.LOOKUPSWITCH)
                || isIn(opcode, Opcodes.IFNULL, Opcodes.IFNONNULL)
                || isIn(opcode, Opcodes.ATHROW, Opcodes.INSTANCEOF);
        Frame<Origins> frame = frames[instruction];
        List<Origins> taken = new ArrayList<>();
        for (int i = two ? 2 : one ? 1 : 0; frame != null && i > 0; i--) {
            taken.add(frame.getStack(frame.getStackSize() - i));
        }
        return taken.isEmpty() ? operands(instruction) : taken;
    }

    private static int count(AbstractInsnNode insn) {
        if (insn instanceof MethodInsnNode call) {
            return Type.getArgumentTypes(call.desc).length + (call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1);
        }
        if (insn instanceof InvokeDynamicInsnNode dynamic) {
            return Type.getArgumentTypes(dynamic.desc).length;
        }
        int opcode = insn.getOpcode();
        if (isIn(opcode, Opcodes.IASTORE, Opcodes.SASTORE)) {
            return 3;
        }
        if (isIn(opcode, Opcodes.IALOAD, Opcodes.SALOAD)
                || isIn(opcode, Opcodes.IADD, Opcodes.DREM)
                || isIn(opcode, Opcodes.ISHL, Opcodes.LXOR)) {
            return 2;
        }
        if (isIn(opcode, Opcodes.IRETURN, Opcodes.ARETURN)
                || isIn(opcode, Opcodes.INEG, Opcodes.DNEG)
                || isIn(opcode, Opcodes.I2L, Opcodes.I2S)) {
            return 1;
        }
        return switch (opcode) {
            case Opcodes.PUTFIELD, Opcodes.IF_ICMPGE -> 2;
            case Opcodes.GETFIELD, Opcodes.PUTSTATIC, Opcodes.CHECKCAST, Opcodes.NEWARRAY, Opcodes.ARRAYLENGTH -> 1;
            default -> 0;
        };
    }

    private static boolean isIn(int opcode, int first, int last) {
        return opcode >= first && opcode <= last;
    }

    /** Returns the local variables of the parameters, in their order; that of {@code this} is first. */
    List<Integer> parameters() {
        List<Integer> slots = new ArrayList<>();
        int slot = 0;
        if (!isStatic()) {
            slots.add(slot++);
        }
        for (Type each : Type.getArgumentTypes(method.desc)) {
            slots.add(slot);
            slot += each.getSize();
        }
        return slots;
    }

    /** Returns the type of the parameter in a local variable. */
    Type parameterType(int slot) {
        int index = parameters().indexOf(slot) - (isStatic() ? 0 : 1);
        return index < 0 ? Type.getObjectType(type.name) : Type.getArgumentTypes(method.desc)[index];
    }

    boolean isStatic() {
        return (method.access & Opcodes.ACC_STATIC) != 0;
    }

    /** Returns what an instruction stores in a local variable. */
    Optional<Origins> stored(int instruction) {
        Frame<Origins> frame = frames[instruction];
        return frame != null && isStore(at(instruction))
                ? Optional.of(frame.getStack(frame.getStackSize() - 1))
                : Optional.empty();
    }

    boolean isResultUsed(int call) {
        AbstractInsnNode insn = at(call);
        if (insn instanceof MethodInsnNode method
                && Type.getReturnType(method.desc).getSort() == Type.VOID) {
            return false;
        }
        AbstractInsnNode following = insn.getNext();
        return following == null || !isIn(following.getOpcode(), Opcodes.POP, Opcodes.POP2);
    }

    static boolean isLoad(AbstractInsnNode insn) {
        return insn instanceof VarInsnNode && isIn(insn.getOpcode(), Opcodes.ILOAD, Opcodes.ALOAD);
    }

    static boolean isStore(AbstractInsnNode insn) {
        return insn instanceof VarInsnNode && isIn(insn.getOpcode(), Opcodes.ISTORE, Opcodes.ASTORE);
    }

    static boolean isFieldRead(AbstractInsnNode insn) {
        return insn instanceof FieldInsnNode
                && (insn.getOpcode() == Opcodes.GETFIELD || insn.getOpcode() == Opcodes.GETSTATIC);
    }

    static boolean isArrayLoad(AbstractInsnNode insn) {
        return isIn(insn.getOpcode(), Opcodes.IALOAD, Opcodes.SALOAD);
    }

    static boolean isArrayStore(AbstractInsnNode insn) {
        return isIn(insn.getOpcode(), Opcodes.IASTORE, Opcodes.SASTORE);
    }

    /** Returns the local variable that an instruction writes; -1 if none. */
    static int written(AbstractInsnNode insn) {
        if (insn instanceof IincInsnNode increment) {
            return increment.var;
        }
        return isStore(insn) ? ((VarInsnNode) insn).var : -1;
    }

    int line(int instruction) {
        for (AbstractInsnNode insn = at(instruction); insn != null; insn = insn.getPrevious()) {
            if (insn instanceof LineNumberNode line) {
                return line.line;
            }
        }
        return -1;
    }

    /** Returns the local variable in a slot where an instruction reads or writes it, if the class has its names. */
    @Nullable
    LocalVariableNode variable(int slot, int instruction) {
        if (method.localVariables == null) {
            return null;
        }
        // The range of a variable begins behind the instruction that writes it first.
        for (LocalVariableNode each : method.localVariables) {
            int start = method.instructions.indexOf(each.start);
            int end = method.instructions.indexOf(each.end);
            if (each.index == slot && instruction + 3 >= start && instruction < end) {
                return each;
            }
        }
        return null;
    }

    String place() {
        return type.sourceFile == null ? type.name.replace('/', '.') : type.sourceFile;
    }

    @Override
    public String toString() {
        return type.name.replace('/', '.') + "." + method.name;
    }
}
