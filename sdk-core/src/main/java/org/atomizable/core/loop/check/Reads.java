package org.atomizable.core.loop.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.atomizable.core.loop.check.Library.Use;
import org.atomizable.core.loop.check.Program.Invocation;
import org.atomizable.core.loop.check.Program.Place;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Finds where something is read before it is replaced, along all ways that a program may go. */
final class Reads {

    private record Summary(Code code, Key key) {}

    private final Program program;
    private final Facts facts;
    private final Map<Summary, Optional<Place>> reads = new HashMap<>();
    private final Map<Summary, Boolean> replaces = new HashMap<>();

    Reads(Program program, Facts facts) {
        this.program = program;
        this.facts = facts;
    }

    /**
     * Returns the first place that reads what a key names, from an instruction on, also in the methods that have called this one.
     *
     * @param handlers the instructions where an exception may lead to; others are where a run has failed
     */
    Optional<Place> after(Code code, int from, Key key, Set<Integer> handlers) {
        return after(code, List.of(from), key, handlers, new HashSet<>());
    }

    private Optional<Place> after(
            Code code, Collection<Integer> from, Key key, Set<Integer> handlers, Set<Object> seen) {
        Search search = new Search(code, key, handlers, true);
        Optional<Place> found = search.from(from);
        if (found.isPresent() || !search.returns) {
            return found;
        }
        for (Place caller : program.callers(code)) {
            for (Key its : inCaller(code, key, caller)) {
                if (seen.add(List.of(caller, its))) {
                    found = after(caller.code(), caller.code().next(caller.at()), its, Set.of(), seen);
                    if (found.isPresent()) {
                        return found;
                    }
                }
            }
        }
        return Optional.empty();
    }

    private List<Key> inCaller(Code code, Key key, Place caller) {
        if (key.isGlobal()) {
            return List.of(key);
        }
        List<Key> keys = new ArrayList<>();
        if (key instanceof Key.Held held && held.origin() < 0) {
            for (Invocation each : program.invocations(caller.code(), caller.at())) {
                Origins given = each.given().get(Origins.slot(held.origin()));
                if (each.target() == code && given != null) {
                    keys.addAll(program.roots().held(caller.code(), given).keySet());
                }
            }
        }
        return keys;
    }

    /** One search through one method. */
    private final class Search {

        private final Code code;
        private final Key key;
        private final Set<Integer> handlers;
        private final boolean outermost;
        private final Fills fills;
        private boolean returns;

        Search(Code code, Key key, Set<Integer> handlers, boolean outermost) {
            this.code = code;
            this.key = key;
            this.handlers = handlers;
            this.outermost = outermost;
            boolean isContent = key instanceof Key.Held || key instanceof Key.HeldByField;
            this.fills = isContent
                    ? Fills.of(
                            code,
                            this::isKey,
                            program.isOfJob() && key.isGlobal(),
                            program.fields().madeLength(key))
                    : new Fills(Map.of(), Set.of());
        }

        Optional<Place> from(Collection<Integer> starts) {
            Deque<Integer> left = new ArrayDeque<>(starts);
            Set<Integer> seen = new HashSet<>();
            while (!left.isEmpty()) {
                int at = left.remove();
                if (!seen.add(at) || !code.isReached(at)) {
                    continue;
                }
                code.handlers(at).stream().filter(handlers::contains).forEach(left::add);
                Object access = access(at);
                if (access instanceof Place read) {
                    return Optional.of(read);
                }
                if (access == Use.REPLACES) {
                    continue;
                }
                returns |= code.isReturn(at);
                left.addAll(code.next(at));
                if (fills.ends().containsKey(at)) {
                    left.removeLastOccurrence(fills.ends().get(at));
                } else if (key.isGlobal() && isRepeated(at)) {
                    left.removeLastOccurrence(code.target((JumpInsnNode) code.at(at)));
                }
            }
            return Optional.empty();
        }

        /**
         * Returns whether a field is replaced in each round of a loop within a turn: as a layer keeps its input for the way back. Such
         * a loop is taken to have a round.
         */
        private boolean isRepeated(int asks) {
            if (!(code.at(asks) instanceof JumpInsnNode jump)
                    || (jump.getOpcode() != Opcodes.IFEQ && jump.getOpcode() != Opcodes.IF_ICMPGE)
                    || (jump.getOpcode() == Opcodes.IFEQ && !asksForElement(asks - 1))) {
                return false;
            }
            int end = code.target(jump);
            Deque<Integer> left = new ArrayDeque<>(code.next(asks));
            left.remove(end);
            Set<Integer> seen = new HashSet<>();
            boolean replaced = false;
            while (!left.isEmpty()) {
                int at = left.remove();
                if (at == asks || at == end) {
                    return false;
                }
                if (seen.add(at) && code.isReached(at)) {
                    if (access(at) == Use.REPLACES) {
                        replaced = true;
                    } else {
                        left.addAll(code.next(at));
                    }
                }
            }
            return replaced;
        }

        private boolean asksForElement(int at) {
            return code.at(at) instanceof MethodInsnNode call
                    && Library.asksForTurn(call)
                    && !facts.isTurns(code, code.operands(at).get(0));
        }

        /** Returns the place of a read, or another use. */
        private Object access(int at) {
            AbstractInsnNode insn = code.at(at);
            Place here = new Place(code, at);
            if (key instanceof Key.Local local) {
                boolean same = insn instanceof VarInsnNode variable && variable.var == local.slot();
                return !same ? Use.IGNORES : Code.isLoad(insn) ? here : Use.REPLACES;
            }
            if (insn instanceof FieldInsnNode field) {
                return fieldAccess(field, here);
            }
            if (insn instanceof MethodInsnNode call) {
                return callAccess(call, at);
            }
            if (key instanceof Key.Field) {
                return Use.IGNORES;
            }
            if (fills.stores().contains(at)) {
                return Use.REPLACES;
            }
            List<Origins> operands = code.operands(at);
            boolean reads = switch (insn.getOpcode()) {
                case Opcodes.AASTORE -> isKey(operands.get(2));
                case Opcodes.AALOAD ->
                    isKey(operands.get(0))
                            && !(key instanceof Key.HeldByField held
                                    && program.fields().holdsRows(held.field()));
                case Opcodes.ARETURN -> outermost && isKey(operands.get(0));
                case Opcodes.INVOKEDYNAMIC ->
                    Library.lambda((InvokeDynamicInsnNode) insn).isEmpty()
                            && operands.stream().anyMatch(this::isKey);
                default -> Code.isArrayLoad(insn) && isKey(operands.get(0));
            };
            return reads ? here : Use.IGNORES;
        }

        private Object fieldAccess(FieldInsnNode field, Place here) {
            if (key.ofField().filter(it -> program.uses(field, it)).isEmpty()
                    || (key instanceof Key.Field && SelfUpdate.contains(field))) {
                return Use.IGNORES;
            }
            boolean reads = Code.isFieldRead(field);
            return !reads ? Use.REPLACES : key instanceof Key.Field ? here : Use.IGNORES;
        }

        private boolean isKey(Origins value) {
            return program.roots().holds(code, value, key);
        }

        /** Returns whether a method that sets what it names in this way replaces what the key names, and not only what a helper works on. */
        private boolean isSame(Key inside) {
            return inside.equals(key)
                    || !(inside instanceof Key.HeldByField held)
                    || program.roots().isKept(held.field());
        }

        private Object callAccess(MethodInsnNode call, int at) {
            if (key instanceof Key.Setting) {
                if (Key.Setting.read(code, at).contains(key)) {
                    return new Place(code, at);
                }
                if (Key.Setting.set(code, at).filter(key::equals).isPresent()) {
                    return Use.REPLACES;
                }
            }
            List<Invocation> invocations = program.invocations(code, at);
            boolean replaces = !invocations.isEmpty();
            for (Invocation each : invocations) {
                Set<Key> inside = program.roots().inside(code, key, each);
                for (Key its : inside) {
                    Optional<Place> read = read(each.target(), its);
                    if (read.isPresent()) {
                        return read.get();
                    }
                }
                replaces &= inside.stream().anyMatch(it -> isSame(it) && replaces(each.target(), it));
            }
            if (replaces) {
                return Use.REPLACES;
            }
            if (code.operands(at).stream()
                    .anyMatch(it -> isKey(program.lambdas().bound(code, it)))) {
                return new Place(code, at);
            }
            if (key instanceof Key.Field || program.isOwn(call)) {
                return Use.IGNORES;
            }
            Use use = Use.IGNORES;
            List<Origins> operands = code.operands(at);
            for (int i = 0; i < operands.size(); i++) {
                if (isKey(operands.get(i))) {
                    Use its = Library.use(call, i, code.isResultUsed(at));
                    if (its == Use.READS) {
                        return new Place(code, at);
                    }
                    use = its == Use.REPLACES ? its : use;
                }
            }
            return use;
        }
    }

    private Optional<Place> read(Code code, Key key) {
        return Program.known(
                reads,
                new Summary(code, key),
                Optional.empty(),
                () -> new Search(code, key, all(code), false).from(List.of(0)));
    }

    private boolean replaces(Code code, Key key) {
        return Program.known(replaces, new Summary(code, key), false, () -> {
            Search search = new Search(code, key, Set.of(), false);
            return search.from(List.of(0)).isEmpty() && !search.returns;
        });
    }

    private static Set<Integer> all(Code code) {
        Set<Integer> all = new HashSet<>();
        for (int i = 0; i < code.size(); i++) {
            all.addAll(code.handlers(i));
        }
        return all;
    }
}
