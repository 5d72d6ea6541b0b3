package org.atomizable.core.loop.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.atomizable.core.loop.check.Program.Invocation;
import org.atomizable.core.loop.check.Program.Place;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** The methods that lambdas and method references run, and their captured values; also of those that a field keeps, itself or in a collection. */
final class Lambdas {

    private final Program program;
    private final Map<Key.Field, List<Place>> kept = new HashMap<>();

    Lambdas(Program program) {
        this.program = program;
    }

    /** Returns the program's own methods that a value runs if it is a lambda, and what that has captured. */
    List<Invocation> of(Code code, Origins value) {
        List<Invocation> invocations = new ArrayList<>();
        for (int origin : value.from()) {
            if (origin < 0) {
                continue;
            }
            if (code.at(origin) instanceof FieldInsnNode field) {
                for (Place each : program.field(field).map(this::keptIn).orElse(List.of())) {
                    madeAt(each).forEach(it -> invocations.add(it.given(Origins.of(1, origin))));
                }
            } else {
                invocations.addAll(madeAt(new Place(code, origin)));
            }
        }
        return invocations;
    }

    private List<Invocation> madeAt(Place place) {
        Code code = place.code();
        if (code.at(place.at()) instanceof InvokeDynamicInsnNode dynamic) {
            return Library.lambda(dynamic)
                    .map(it -> program.targets(it, code.operands(place.at())))
                    .orElse(List.of());
        }
        List<Invocation> invocations = new ArrayList<>();
        if (code.at(place.at()) instanceof MethodInsnNode call && call.getOpcode() == Opcodes.INVOKESTATIC) {
            for (Code maker : program.targets(call)) {
                // They have captured objects that its call has made.
                returned(maker).forEach(it -> invocations.add(it.given(Origins.of(1, place.at()))));
            }
        }
        return invocations;
    }

    /** Returns what a method returns that makes lambdas. */
    private List<Invocation> returned(Code maker) {
        List<Invocation> invocations = new ArrayList<>();
        for (int i : maker.reached()) {
            if (maker.at(i).getOpcode() != Opcodes.ARETURN) {
                continue;
            }
            for (int origin : maker.operands(i).get(0).from()) {
                if (origin >= 0 && maker.at(origin) instanceof InvokeDynamicInsnNode) {
                    invocations.addAll(madeAt(new Place(maker, origin)));
                }
            }
        }
        return invocations;
    }

    /** Returns the objects of the JDK that a value changes when it is called: {@code counter::incrementAndGet}. */
    Origins bound(Code code, Origins value) {
        Set<Integer> bound = new HashSet<>();
        for (int origin : value.from()) {
            if (origin < 0) {
                continue;
            }
            Place here = new Place(code, origin);
            if (changed(here).isPresent()) {
                bound.addAll(code.operands(origin).get(0).from());
            } else if (code.at(origin) instanceof FieldInsnNode field
                    && program.field(field).stream()
                            .flatMap(it -> keptIn(it).stream())
                            .anyMatch(it -> changed(it).isPresent())) {
                bound.add(origin);
            }
        }
        return new Origins(1, bound);
    }

    /** Returns the types of the objects that method references in a field change. */
    Stream<String> changedTypes(Key.Field field) {
        return keptIn(field).stream().flatMap(it -> changed(it).stream());
    }

    /** Returns the type of the object that a method reference of the JDK changes. */
    private static Optional<String> changed(Place place) {
        if (!(place.code().at(place.at()) instanceof InvokeDynamicInsnNode dynamic)
                || place.code().operands(place.at()).isEmpty()) {
            return Optional.empty();
        }
        return Library.lambda(dynamic)
                .filter(it -> it.getTag() != Opcodes.H_INVOKESTATIC && Library.changes(call(it), 0))
                .map(Handle::getOwner);
    }

    private static MethodInsnNode call(Handle method) {
        int opcode = method.isInterface() ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
        return new MethodInsnNode(opcode, method.getOwner(), method.getName(), method.getDesc(), method.isInterface());
    }

    /** Returns whether a lambda in a field has captured what another field holds of which something is true. */
    boolean captures(Key.Field field, Predicate<Key.Field> others) {
        return keptIn(field).stream()
                .anyMatch(made -> made.code().operands(made.at()).stream()
                        .flatMap(it -> it.from().stream())
                        .anyMatch(it -> isHeld(made.code(), it, others)));
    }

    /**
     * Returns whether all that a field is ever set to is what another field holds, which keeps its object and of which something is true: the
     * array that a helper is given.
     */
    boolean shares(Key.Field field, Predicate<Key.Field> others) {
        List<Code> setters = setters(field);
        Predicate<Key.Field> kept =
                it -> others.test(it) && setters(it).stream().allMatch(Code::constructs);
        return !setters.isEmpty() && setters.stream().allMatch(code -> setsHeld(code, field, kept));
    }

    private List<Code> setters(Key.Field field) {
        return program.having(it -> program.writes(it, field));
    }

    private boolean setsHeld(Code code, Key.Field field, Predicate<Key.Field> others) {
        return code.reached().stream()
                .filter(it -> program.writes(code.at(it), field))
                .allMatch(it -> isHeld(code, code.value(it), others, new HashSet<>()));
    }

    private boolean isHeld(Code code, Origins value, Predicate<Key.Field> by, Set<Code> seen) {
        if (value.from().isEmpty() || !seen.add(code)) {
            return false;
        }
        for (int origin : value.from()) {
            if (origin >= 0 ? !isHeld(code, origin, by) : !isGivenHeld(code, origin, by, seen)) {
                return false;
            }
        }
        return true;
    }

    private boolean isGivenHeld(Code code, int origin, Predicate<Key.Field> by, Set<Code> seen) {
        List<Place> given = given(code, origin);
        return !given.isEmpty()
                && given.stream()
                        .allMatch(it -> isHeld(it.code(), argument(it, code, origin), by, new HashSet<>(seen)));
    }

    /** Returns the calls that give a method a parameter. A constructor is called by its own class. */
    private List<Place> given(Code code, int origin) {
        return code.parameters().contains(Origins.slot(origin))
                ? program.having(it -> isCall(it, code)).stream()
                        .flatMap(caller -> caller.reached().stream()
                                .filter(it -> isCall(caller.at(it), code))
                                .map(it -> new Place(caller, it)))
                        .toList()
                : List.of();
    }

    private static Origins argument(Place call, Code of, int origin) {
        return call.code().operands(call.at()).get(of.parameters().indexOf(Origins.slot(origin)));
    }

    private boolean isHeld(Code code, int origin, Predicate<Key.Field> by) {
        for (int i : code.reached()) {
            if (code.at(i) instanceof FieldInsnNode insn) {
                boolean same = Code.isFieldRead(insn)
                        ? i == origin
                        : code.value(i).from().contains(origin);
                if (same && program.field(insn).filter(by).isPresent()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns where the lambdas are made that a field keeps. */
    List<Place> keptIn(Key.Field field) {
        return Program.known(
                kept, field, List.of(), () -> program.fields().mayKeepLambdas(field) ? search(field) : List.of());
    }

    /** Of several that a field is set to, none is certain; all in a collection are. */
    private List<Place> search(Key.Field field) {
        List<Place> found = new ArrayList<>();
        int set = 0;
        for (Code code : program.having(it -> program.uses(it, field))) {
            for (int i : code.reached()) {
                List<Origins> values = put(code, i, field);
                values.forEach(it -> add(code, it, found));
                set += code.at(i) instanceof FieldInsnNode ? values.size() : 0;
            }
        }
        return set > 1 ? List.of() : found;
    }

    /** Returns what an instruction puts into a field, or into the collection that it holds. */
    private List<Origins> put(Code code, int at, Key.Field field) {
        AbstractInsnNode insn = code.at(at);
        List<Origins> operands = code.operands(at);
        if (program.writes(insn, field)) {
            return List.of(code.value(at));
        }
        boolean adds = insn instanceof MethodInsnNode call
                && Library.changes(call, 0)
                && operands.size() > 1
                && operands.get(0).from().stream().anyMatch(it -> it >= 0 && program.uses(code.at(it), field));
        return adds ? operands.subList(1, operands.size()) : List.of();
    }

    private void add(Code code, Origins value, List<Place> found) {
        for (int origin : value.from()) {
            if (origin >= 0) {
                found.add(new Place(code, origin));
                continue;
            }
            for (Place call : given(code, origin)) {
                argument(call, code, origin).from().stream()
                        .filter(it -> it >= 0)
                        .forEach(it -> found.add(new Place(call.code(), it)));
            }
        }
    }

    private static boolean isCall(AbstractInsnNode insn, Code of) {
        return insn instanceof MethodInsnNode call
                && call.owner.equals(of.type.name)
                && call.name.equals(of.method.name)
                && call.desc.equals(of.method.desc);
    }
}
