package org.atomizable.core.loop.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Says what an instruction writes, with all that it calls. */
final class Writes {

    /**
     * A write.
     *
     * @param key what is written, as the method of the instruction sees it
     * @param roots from where that method reaches it
     * @param by the instruction that writes, perhaps in a method that is called
     */
    record Write(Key key, Set<Integer> roots, Program.Place by) {}

    private final Program program;
    private final Map<Code, List<Write>> summaries = new HashMap<>();

    Writes(Program program) {
        this.program = program;
    }

    /** Returns what an instruction writes. */
    List<Write> of(Code code, int at) {
        List<Write> writes = new ArrayList<>();
        if (!code.isReached(at)) {
            return writes;
        }
        AbstractInsnNode insn = code.at(at);
        Program.Place place = new Program.Place(code, at);
        int local = Code.written(insn);
        if (local >= 0) {
            writes.add(new Write(new Key.Local(local), Set.of(), place));
        } else if (Code.isArrayStore(insn)) {
            held(code, code.operands(at).get(0), ElementTypes.storedIn(insn.getOpcode()), place, writes);
        } else if (insn instanceof FieldInsnNode field && !Code.isFieldRead(insn)) {
            Set<Integer> from = insn.getOpcode() == Opcodes.PUTSTATIC
                    ? Set.of(Roots.STATIC)
                    : program.roots().roots(code, code.operands(at).get(0), field.owner);
            program.field(field).ifPresent(it -> writes.add(new Write(it, from, place)));
        } else if (insn instanceof MethodInsnNode call) {
            Key.Setting.set(code, at).ifPresent(it -> writes.add(new Write(it, Set.of(Roots.STATIC), place)));
            List<Origins> operands = code.operands(at);
            for (int i = 0; i < operands.size(); i++) {
                if (Library.changes(call, i)) {
                    held(
                            code,
                            Library.takesTurn(call) ? iterators(code, operands.get(i)) : operands.get(i),
                            ElementTypes.name(Library.operandTypes(call).get(i)),
                            place,
                            writes);
                }
                held(code, program.lambdas().bound(code, operands.get(i)), ElementTypes.ANY, place, writes);
            }
            for (Program.Invocation each : program.invocations(code, at)) {
                called(code, each, writes);
            }
        }
        return writes;
    }

    private void held(Code code, Origins value, String type, Program.Place place, List<Write> writes) {
        program.roots().held(code, value, type).forEach((key, from) -> writes.add(new Write(key, from, place)));
    }

    /** Returns those origins that are iterators, without what they iterate over. */
    private static Origins iterators(Code code, Origins value) {
        Set<Integer> kept = new HashSet<>();
        for (int origin : value.from()) {
            String type;
            if (origin < 0) {
                type = code.parameterType(Origins.slot(origin)).getDescriptor();
            } else if (code.at(origin) instanceof MethodInsnNode call) {
                type = Type.getReturnType(call.desc).getDescriptor();
            } else {
                type = code.at(origin) instanceof FieldInsnNode field ? field.desc : "";
            }
            if (type.endsWith("Iterator;")) {
                kept.add(origin);
            }
        }
        return new Origins(1, kept);
    }

    private void called(Code code, Program.Invocation invocation, List<Write> writes) {
        for (Write each : summary(invocation.target())) {
            Set<Integer> from = new HashSet<>();
            for (int root : each.roots()) {
                if (root == Roots.STATIC || root == Roots.LEFT_OUT) {
                    from.add(root);
                    continue;
                }
                Origins given = root < 0 ? invocation.given().get(Origins.slot(root)) : null;
                if (given != null) {
                    from.addAll(roots(code, given, type(invocation, root), each.key()));
                }
            }
            if (from.isEmpty()) {
                continue;
            }
            if (each.key() instanceof Key.Held held) {
                Origins given = invocation.given().get(Origins.slot(held.origin()));
                if (given != null) {
                    program.roots()
                            .held(code, given, type(invocation, held.origin()))
                            .forEach((key, its) -> writes.add(new Write(key, its, each.by())));
                }
            } else {
                writes.add(new Write(each.key(), from, each.by()));
                if (each.key() instanceof Key.HeldByField held) {
                    program.roots()
                            .inField(code, from, held.field())
                            .forEach((key, its) -> writes.add(new Write(key, its, each.by())));
                }
            }
        }
    }

    private Set<Integer> roots(Code code, Origins given, String type, Key key) {
        // What a container is given for leads to the object in it whose field is written.
        String target = key.ofField().map(Key.Field::type).orElse(type);
        return program.roots().roots(code, given, program.isOwn(type) ? type : target, target);
    }

    private static String type(Program.Invocation invocation, int parameter) {
        return ElementTypes.name(invocation.target().parameterType(Origins.slot(parameter)));
    }

    /** Returns what a method writes that its caller can see. */
    private List<Write> summary(Code code) {
        return Program.known(summaries, code, List.of(), () -> search(code));
    }

    private List<Write> search(Code code) {
        Map<String, Write> found = new HashMap<>();
        for (int i : code.reached()) {
            for (Write each : of(code, i)) {
                boolean seen = each.roots().stream().anyMatch(it -> it < 0 || it == Roots.STATIC);
                boolean own = each.key() instanceof Key.Held held && held.origin() >= 0;
                if (seen
                        && !own
                        && !(code.constructs()
                                && each.key() instanceof Key.Field
                                && each.roots().equals(Set.of(-1)))) {
                    found.putIfAbsent(each.key() + " " + each.roots(), each);
                }
            }
        }
        return List.copyOf(found.values());
    }
}
