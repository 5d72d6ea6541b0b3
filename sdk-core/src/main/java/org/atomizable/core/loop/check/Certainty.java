package org.atomizable.core.loop.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.atomizable.core.loop.check.Library.Use;
import org.atomizable.core.loop.check.Program.Invocation;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Tells what turns carry for certain from what may be a buffer. A buffer is an array, a collection or another object that only turns read,
 * and in which they add nothing up. Byte code does not always show that a turn replaces all of it before it reads it; a second instance shows
 * it, as it begins with an empty one.
 */
final class Certainty {

    /** Values; of what has a position or draws numbers, no turn replaces the content. */
    private static final List<String> NO_BUFFERS = List.of(
            "java/lang/",
            "Random",
            "Iterator",
            "Reader",
            "Scanner",
            "Tokenizer",
            "Enumeration",
            "InputStream",
            "/atomic/",
            "ThreadLocal",
            "Stream");

    private final Program program;
    private final Reads reads;
    private final Facts facts;
    private final Writes writes;
    private final Growing growing;
    private final Map<Region, Set<String>> made = new HashMap<>();

    Certainty(Program program, Facts facts, Reads reads, Writes writes) {
        this.program = program;
        this.reads = reads;
        this.facts = facts;
        this.writes = writes;
        this.growing = new Growing(program);
    }

    boolean isCertain(Region loop, int at, Writes.Write write) {
        Key key = write.key();
        if (write.roots().contains(Roots.STATIC)
                || (key instanceof Key.Field field && program.fields().isStatic(field))) {
            // A second instance in the same process meets the same.
            return true;
        }
        if (key.ofField().filter(it -> made(loop).contains(it.type())).isPresent()) {
            // If such an object is kept, that is found where it is put.
            return false;
        }
        if (key instanceof Key.Field field && facts.resets().isOfCache(field, writes)) {
            return false;
        }
        if (loop.exits().stream()
                .anyMatch(it -> reads.after(loop.code(), it, key, Set.of()).isPresent())) {
            return true;
        }
        if (key instanceof Key.Field field && facts.resets().isReset(field)) {
            return facts.resets().isAddedTo(field) && !Trace.endsInLog(program, facts, field);
        }
        if (addsUp(loop, write) || growing.grows(loop, write)) {
            return true;
        }
        if (key instanceof Key.Local local) {
            LocalVariableNode variable = loop.code().variable(local.slot(), at);
            return variable == null || isValue(variable.desc);
        }
        if (key instanceof Key.Field field) {
            return isValue(program.fields().descriptor(field));
        }
        return isNoBuffer(type(loop.code(), key))
                || (key instanceof Key.HeldByField held
                        && program.lambdas().changedTypes(held.field()).anyMatch(Certainty::isNoBuffer));
    }

    /** Returns whether a turn adds to what an object holds, and does not set that first or last. */
    boolean addsUp(Region loop, Writes.Write write) {
        Key key = write.key();
        boolean isContent = key instanceof Key.Held || key instanceof Key.HeldByField;
        boolean adds = isContent
                && (first(loop.code(), loop.body(), key, new HashSet<>()) == Use.READS
                        || Library.addsUp(type(loop.code(), key)));
        return adds && mayPass(loop, key) && mayPass(write);
    }

    /** Returns whether turns make objects of a class. */
    boolean isMade(Region loop, String type) {
        return made(loop).stream().anyMatch(it -> program.areRelated(it, type));
    }

    /** Returns the type of the object whose content a key names. */
    private String type(Code code, Key key) {
        return key instanceof Key.HeldByField held
                ? program.fields().descriptor(held.field())
                : Subject.type(code, ((Key.Held) key).origin());
    }

    private static boolean isValue(String descriptor) {
        return descriptor.length() < 2 || isNoBuffer(descriptor);
    }

    private static boolean isNoBuffer(String type) {
        return !Library.addsUp(type) && NO_BUFFERS.stream().anyMatch(type::contains);
    }

    /** Returns the classes of which turns make objects. Other turns mostly do not see these objects. */
    private Set<String> made(Region loop) {
        return made.computeIfAbsent(loop, this::search);
    }

    private Set<String> search(Region loop) {
        List<Code> called = new ArrayList<>();
        loop.body().forEach(at -> program.invocations(loop.code(), at).forEach(it -> called.add(it.target())));
        return Stream.concat(
                        loop.body().stream().map(loop.code()::at),
                        program.withCalled(called).stream()
                                .flatMap(code -> code.reached().stream().map(code::at)))
                .filter(it -> it.getOpcode() == Opcodes.NEW)
                .map(it -> ((TypeInsnNode) it).desc)
                .collect(Collectors.toSet());
    }

    /** Returns whether instructions, in the order in which they are written, add to an element ({@code sum[i] += x}) or set one first. */
    private Use first(Code code, Collection<Integer> instructions, Key key, Set<Object> seen) {
        for (int at : new TreeSet<>(instructions)) {
            if (!code.isReached(at)) {
                continue;
            }
            Use use = ofElement(code, at, key);
            for (Invocation each : use == Use.IGNORES ? program.invocations(code, at) : List.<Invocation>of()) {
                for (Key its : program.roots().inside(code, key, each)) {
                    if (use == Use.IGNORES && seen.add(List.of(each.target(), its))) {
                        use = first(each.target(), each.target().reached(), its, seen);
                    }
                }
            }
            if (use != Use.IGNORES) {
                return use;
            }
        }
        return Use.IGNORES;
    }

    /** Returns whether a turn may end without a call that replaces all that the key names: sums that are set to 0 at the end of each turn. */
    private boolean mayPass(Region loop, Key key) {
        return mayPass(loop.code(), loop.code().next(loop.head()), loop.exits(), loop.head(), key, new HashSet<>());
    }

    /** Returns the same of the method that writes, from there on. */
    private boolean mayPass(Writes.Write write) {
        Code code = write.by().code();
        return !write.key().isGlobal()
                || mayPass(code, code.next(write.by().at()), Set.of(), -1, write.key(), new HashSet<>());
    }

    private boolean mayPass(
            Code code, Collection<Integer> from, Set<Integer> exits, int end, Key key, Set<Object> seen) {
        Deque<Integer> left = new ArrayDeque<>(from);
        Set<Integer> passed = new HashSet<>(exits);
        while (!left.isEmpty()) {
            int at = left.remove();
            if (at == end || code.isReturn(at)) {
                return true;
            }
            if (passed.add(at) && code.isReached(at) && !isReplaced(code, at, key, seen)) {
                left.addAll(code.next(at));
            }
        }
        return false;
    }

    private boolean isReplaced(Code code, int at, Key key, Set<Object> seen) {
        if (!(code.at(at) instanceof MethodInsnNode call)) {
            return false;
        }
        List<Origins> operands = code.operands(at);
        for (int i = 0; i < operands.size() && !program.isOwn(call); i++) {
            if (program.roots().holds(code, operands.get(i), key)
                    && (Library.resets(call) || Library.use(call, i, code.isResultUsed(at)) == Use.REPLACES)) {
                return true;
            }
        }
        List<Invocation> invocations = program.invocations(code, at);
        return !invocations.isEmpty()
                && invocations.stream()
                        .allMatch(each -> program.roots().inside(code, key, each).stream()
                                .anyMatch(its -> seen.add(List.of(each.target(), its))
                                        && !mayPass(each.target(), List.of(0), Set.of(), -1, its, seen)));
    }

    private Use ofElement(Code code, int at, Key key) {
        AbstractInsnNode insn = code.at(at);
        List<Origins> operands = code.operands(at);
        if (Code.isArrayLoad(insn) && insn.getOpcode() != Opcodes.AALOAD) {
            return SelfUpdate.ofElement(code, at) && program.roots().holds(code, operands.get(0), key)
                    ? Use.READS
                    : Use.IGNORES;
        }
        if (Code.isArrayStore(insn)) {
            return program.roots().holds(code, operands.get(0), key) ? Use.REPLACES : Use.IGNORES;
        }
        if (insn instanceof MethodInsnNode call && !program.isOwn(call)) {
            for (int i = 0; i < operands.size(); i++) {
                if (program.roots().holds(code, operands.get(i), key)
                        && Library.use(call, i, code.isResultUsed(at)) == Use.REPLACES) {
                    return Use.REPLACES;
                }
            }
        }
        return Use.IGNORES;
    }
}
