package org.atomizable.core.loop.check;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.atomizable.core.loop.check.Program.Invocation;
import org.atomizable.core.loop.check.Program.Place;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/**
 * Follows a value forward, through what is computed from it, methods, fields and branches, and tells whether all of it ends in a log or in what
 * the author left out of the state. Where it cannot follow, it says no.
 */
final class Trace {

    private final Program program;
    private final Facts facts;
    private final Set<Place> traced = new HashSet<>();
    private final Deque<Place> left = new ArrayDeque<>();
    private final Set<Key.Field> fields = new HashSet<>();

    private Trace(Program program, Facts facts) {
        this.program = program;
        this.facts = facts;
    }

    /** Tells whether nothing but a log depends on what a call returns. */
    static boolean endsInLog(Program program, Facts facts, Place call) {
        Trace trace = new Trace(program, facts);
        AbstractInsnNode insn = call.code().at(call.at());
        if (!(insn instanceof MethodInsnNode made)) {
            return false;
        }
        boolean returns = Type.getReturnType(made.desc).getSort() != Type.VOID;
        if (made.name.equals("<init>")) {
            trace.addAll(call.code(), call.code().operands(call.at()).get(0));
        } else if (returns) {
            trace.add(call);
        } else {
            return false;
        }
        return trace.isHarmless();
    }

    /** Tells whether nothing but a log depends on what a field holds. */
    static boolean endsInLog(Program program, Facts facts, Key.Field field) {
        Trace trace = new Trace(program, facts);
        return trace.isHarmlessIn(field) && trace.isHarmless();
    }

    /** Tells whether nothing but a log depends on the elements of the array that a field holds. */
    static boolean contentEndsInLog(Program program, Facts facts, Key.Field field) {
        Trace trace = new Trace(program, facts);
        trace.addReads(field);
        return trace.isHarmless();
    }

    private boolean isHarmless() {
        while (!left.isEmpty()) {
            if (!isHarmless(left.remove())) {
                return false;
            }
        }
        return true;
    }

    private void add(Place place) {
        if (traced.add(place)) {
            left.add(place);
        }
    }

    private void addAll(Code code, Origins value) {
        value.from().forEach(it -> add(new Place(code, it)));
    }

    private boolean isTraced(Code code, Origins value) {
        return value.from().stream().anyMatch(it -> traced.contains(new Place(code, it)));
    }

    private boolean isHarmless(Place place) {
        Code code = place.code();
        return code.reached().stream()
                .filter(i -> code.taken(i).stream().anyMatch(it -> it.from().contains(place.at())))
                .allMatch(it -> isHarmless(code, it));
    }

    private boolean isHarmless(Code code, int at) {
        AbstractInsnNode insn = code.at(at);
        if (insn instanceof MethodInsnNode call) {
            return isHarmlessCall(code, call, at);
        }
        if (insn instanceof InvokeDynamicInsnNode) {
            give(code, program.lambdas().of(code, Origins.of(1, at)));
            add(new Place(code, at));
            return true;
        }
        if (insn instanceof FieldInsnNode field) {
            return Code.isFieldRead(field) || isHarmlessWrite(field);
        }
        if (isBranch(insn)) {
            return isHarmlessBranch(code, at);
        }
        if (Code.isArrayStore(insn)) {
            return isHarmlessElement(code, at);
        }
        if (code.isReturn(at)) {
            List<Place> callers = program.callers(code);
            callers.forEach(this::add);
            return !callers.isEmpty()
                    && callers.stream().noneMatch(it -> it.code().method.name.equals(Course.METHOD));
        }
        if (insn.getOpcode() == Opcodes.ATHROW) {
            return false;
        }
        add(new Place(code, at));
        return true;
    }

    private boolean isHarmlessCall(Code code, MethodInsnNode call, int at) {
        if (Library.logs(code, at) || (call.owner.equals("java/lang/Thread") && call.name.equals("sleep"))) {
            return true;
        }
        if (Library.isRun(call) && call.name.equals("unsaved")) {
            return true;
        }
        List<Origins> operands = code.operands(at);
        List<Invocation> invocations = program.invocations(code, at);
        if (program.isOwn(call)) {
            give(code, invocations);
            return !invocations.isEmpty();
        }
        if (Library.changes(call, 0) && isLeftOut(code, operands.get(0))) {
            return true;
        }
        boolean ofReceiver = call.getOpcode() != Opcodes.INVOKESTATIC && isTraced(code, operands.get(0));
        if (!Library.computes(call) && !(ofReceiver && call.owner.startsWith("java/util/"))) {
            return false;
        }
        if (Type.getReturnType(call.desc).getSort() != Type.VOID) {
            add(new Place(code, at));
        }
        if (call.owner.equals("java/lang/StringBuilder") || call.name.equals("<init>")) {
            addAll(code, operands.get(0));
        }
        return true;
    }

    private boolean isLeftOut(Code code, Origins object) {
        return program.roots().held(code, object).keySet().stream()
                .allMatch(it -> it instanceof Key.HeldByField held
                        ? program.fields().isLeftOut(held.field())
                        : it instanceof Key.Held made && isUnsaved(code, made.origin()));
    }

    private boolean isUnsaved(Code code, int origin) {
        return facts.isUnsaved(code, origin)
                || (origin >= 0
                        && code.at(origin) instanceof MethodInsnNode call
                        && Library.isRun(call)
                        && call.name.equals("unsaved"));
    }

    private void give(Code code, List<Invocation> invocations) {
        for (Invocation each : invocations) {
            each.given().forEach((slot, given) -> {
                if (isTraced(code, given)) {
                    add(new Place(each.target(), Origins.parameter(slot)));
                }
            });
        }
    }

    private boolean isHarmlessWrite(FieldInsnNode write) {
        return program.field(write).filter(this::isHarmlessIn).isPresent();
    }

    private boolean isHarmlessIn(Key.Field field) {
        if (facts.isSaved(field)) {
            return program.fields().isLeftOut(field);
        }
        addReads(field);
        return true;
    }

    private void addReads(Key.Field field) {
        if (fields.add(field)) {
            for (Code code : program.reached()) {
                code.reached().stream()
                        .filter(it -> program.reads(code.at(it), field))
                        .forEach(it -> add(new Place(code, it)));
            }
        }
    }

    private boolean isHarmlessElement(Code code, int at) {
        Origins array = code.operands(at).get(0);
        if (isLeftOut(code, array)) {
            return true;
        }
        for (Key key : program.roots().held(code, array).keySet()) {
            if (key instanceof Key.HeldByField held) {
                if (!isHarmlessIn(held.field())) {
                    return false;
                }
            } else if (key instanceof Key.Held held) {
                if (held.origin() < 0 || facts.isRegistered(code, array)) {
                    return false;
                }
                add(new Place(code, held.origin()));
            }
        }
        return true;
    }

    private static boolean isBranch(AbstractInsnNode insn) {
        return insn instanceof JumpInsnNode
                || insn instanceof TableSwitchInsnNode
                || insn instanceof LookupSwitchInsnNode;
    }

    /** Tells whether the code of each way of a branch is harmless, up to where all ways meet. */
    private boolean isHarmlessBranch(Code code, int branch) {
        for (int meet = branch + 1; meet < code.size(); meet++) {
            Set<Integer> between = between(code, branch, meet);
            if (!between.contains(branch) && between.stream().noneMatch(it -> isExit(code, it))) {
                return between.stream().allMatch(it -> isQuiet(code, it, false, new HashSet<>()));
            }
        }
        return false;
    }

    private static boolean isExit(Code code, int at) {
        return code.isReturn(at) || code.at(at).getOpcode() == Opcodes.ATHROW;
    }

    private static Set<Integer> between(Code code, int branch, int meet) {
        Deque<Integer> open = new ArrayDeque<>(code.next(branch));
        Set<Integer> between = new HashSet<>();
        while (!open.isEmpty()) {
            int at = open.remove();
            if (at != meet && between.add(at)) {
                open.addAll(code.next(at));
            }
        }
        return between;
    }

    /** Tells whether an instruction that may or may not run has no effect but on a log, and on what is followed from here. */
    private boolean isQuiet(Code code, int at, boolean called, Set<Code> seen) {
        AbstractInsnNode insn = code.at(at);
        if (!called) {
            // Which way was taken shows in a value that was made there.
            add(new Place(code, at));
        }
        if (insn instanceof MethodInsnNode call) {
            if (Library.logs(code, at) || Library.computes(call)) {
                return true;
            }
            List<Code> targets = program.invocations(code, at).stream()
                    .map(Invocation::target)
                    .toList();
            boolean isOfClock = Unrepeatables.rule(insn).isPresent()
                    || (Library.changes(call, 0)
                            && isLeftOut(code, code.operands(at).get(0)));
            return isOfClock
                    || (program.isOwn(call)
                            && !targets.isEmpty()
                            && targets.stream().allMatch(it -> !seen.add(it) || isAllQuiet(it, seen)));
        }
        if (insn instanceof FieldInsnNode field) {
            return Code.isFieldRead(field) || (!called && isHarmlessWrite(field));
        }
        if (Code.isArrayStore(insn)) {
            return !called && isHarmlessElement(code, at);
        }
        if (Code.written(insn) >= 0) {
            code.stored(at).ifPresent(it -> addAll(code, it));
            return true;
        }
        return insn.getOpcode() != Opcodes.ATHROW && (called || !code.isReturn(at));
    }

    private boolean isAllQuiet(Code code, Set<Code> seen) {
        return code.reached().stream().allMatch(it -> isQuiet(code, it, true, seen));
    }
}
