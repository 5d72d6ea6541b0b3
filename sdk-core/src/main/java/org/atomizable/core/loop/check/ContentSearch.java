package org.atomizable.core.loop.check;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.atomizable.core.loop.check.Contents.Item;
import org.atomizable.core.loop.check.Program.Invocation;
import org.atomizable.core.loop.check.Program.Place;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** One search for what a method puts into objects, with those that it calls. */
final class ContentSearch {

    private final Contents contents;
    private final Program program;
    private final Code code;
    private final Set<Item> items = new LinkedHashSet<>();
    private final Deque<Integer> left = new ArrayDeque<>();
    private final Set<Integer> seen = new HashSet<>();
    private final Set<Integer> objects = new HashSet<>();
    private final Set<Place> opened = new HashSet<>();
    private boolean opens = true;

    ContentSearch(Contents contents, Program program, Code code) {
        this.contents = contents;
        this.program = program;
        this.code = code;
    }

    Set<Item> inside(Collection<Integer> origins) {
        left.addAll(origins);
        while (!left.isEmpty()) {
            int origin = left.remove();
            if (seen.add(origin)) {
                expand(origin);
            }
        }
        return items;
    }

    private void expand(int origin) {
        AbstractInsnNode insn = origin < 0 ? null : code.at(origin);
        if (insn instanceof FieldInsnNode field) {
            field(field, origin, true);
            return;
        }
        if (insn instanceof LdcInsnNode constant) {
            constants(constant);
            return;
        }
        boolean isOld = origin < 0 || isBeforeTurns(origin);
        if (isOld) {
            items.add(new Item(new Key.Held(origin), Origins.of(1, origin), true));
        }
        if (origin < 0 || !isOld) {
            Set<Integer> givers = contents.givers(code, origin);
            boolean replaced = isReplaced(origin, givers);
            givers.forEach(it -> give(it, origin, replaced));
        }
    }

    private boolean isBeforeTurns(int origin) {
        return code.reached().stream()
                .anyMatch(it -> origin < it && code.at(it) instanceof MethodInsnNode call && Library.givesTurns(call));
    }

    private void field(FieldInsnNode field, int at, boolean isInside) {
        Origins none = new Origins(1, Set.of());
        Origins owner =
                field.getOpcode() == Opcodes.GETFIELD ? code.operands(at).get(0) : none;
        program.field(field).ifPresent(it -> items.add(new Item(new Key.HeldByField(it), owner, isInside)));
    }

    /** The constants of an enum are static, and its class leads to them. */
    private void constants(LdcInsnNode constant) {
        if (constant.cst instanceof Type type && program.fields().isEnum(type.getInternalName())) {
            Key.Field values = new Key.Field(type.getInternalName(), "$VALUES");
            items.add(new Item(new Key.HeldByField(values), new Origins(1, Set.of()), true));
        }
    }

    /** Adds what a value is. */
    private void object(Origins value) {
        if (value.from().stream().anyMatch(this::isValue)) {
            return;
        }
        for (int origin : value.from()) {
            if (value.within().contains(origin)) {
                left.add(origin);
            } else if (origin >= 0 && code.at(origin) instanceof FieldInsnNode field) {
                field(field, origin, false);
            } else if (objects.add(origin)) {
                items.add(new Item(new Key.Held(origin), Origins.of(1, origin), false));
                if (origin >= 0) {
                    addReturned(origin);
                }
            }
        }
    }

    /** Returns whether it is a text or a number, which holds nothing. */
    private boolean isValue(int origin) {
        return origin < 0
                ? Library.isValue(ElementTypes.name(code.parameterType(Origins.slot(origin))))
                : code.at(origin).getOpcode() == Opcodes.CHECKCAST;
    }

    private void addReturned(int call) {
        for (Invocation each : program.invocations(code, call)) {
            contents.returned(each.target()).forEach(it -> add(it, each));
        }
    }

    /** Returns what a call gives back, and not what the fields of that hold. */
    Set<Item> returned(int call) {
        opens = false;
        addReturned(call);
        return inside(Set.of());
    }

    /** Returns the same of what a method returns. */
    Set<Item> objects(List<Origins> values) {
        opens = false;
        values.forEach(this::object);
        return inside(Set.of());
    }

    Set<Item> fields(int origin) {
        for (int at : code.reached()) {
            if (isSet(at, origin)) {
                object(code.value(at));
                left.addAll(code.value(at).from());
            } else if (code.at(at).getOpcode() == Opcodes.GETFIELD
                    && code.operands(at).get(0).from().contains(origin)) {
                contents.givers(code, at).forEach(it -> give(it, at, false));
            }
        }
        called(origin, contents::fields);
        return inside(Set.of());
    }

    Set<Item> inField(int origin, Key.Field field) {
        for (int at : code.reached()) {
            if (isSet(at, origin) && program.writes(code.at(at), field)) {
                object(code.value(at));
            }
        }
        called(origin, (target, parameter) -> contents.inField(target, parameter, field));
        for (Invocation each : origin < 0 ? List.<Invocation>of() : program.invocations(code, origin)) {
            Contents.returns(each.target()).stream()
                    .flatMap(it -> it.from().stream())
                    .forEach(
                            made -> contents.inField(each.target(), made, field).forEach(it -> add(it, each)));
        }
        items.removeIf(Item::isInside);
        return items;
    }

    private boolean isSet(int at, int origin) {
        return code.at(at).getOpcode() == Opcodes.PUTFIELD
                && code.operands(at).get(0).from().contains(origin);
    }

    /** Adds what the methods do that are given an object. */
    private void called(int origin, BiFunction<Code, Integer, Set<Item>> theirs) {
        for (int giver : contents.givers(code, origin)) {
            for (Invocation each : program.invocations(code, giver)) {
                each.given().forEach((slot, given) -> {
                    if (given.from().contains(origin)) {
                        theirs.apply(each.target(), Origins.parameter(slot)).forEach(it -> add(it, each));
                    }
                });
            }
        }
    }

    /** Adds what a method that is called names, as this one sees it. */
    private void add(Item item, Invocation invocation) {
        if (item.key() instanceof Key.HeldByField held) {
            program.roots()
                    .inCaller(item.by(), held.field().type(), invocation)
                    .ifPresent(it -> items.add(new Item(item.key(), it, item.isInside())));
            return;
        }
        int origin = ((Key.Held) item.key()).origin();
        boolean isMade = origin >= 0 && invocation.target().at(origin).getOpcode() == Opcodes.NEW;
        if (isMade && opens && opened.add(new Place(invocation.target(), origin))) {
            contents.fields(invocation.target(), origin).forEach(it -> add(it, invocation));
        }
        Origins given = invocation.given().get(Origins.slot(origin));
        if (given != null && item.isInside()) {
            left.addAll(given.from());
        } else if (given != null) {
            object(given);
        }
    }

    /** Returns whether all that was copied is replaced, as where each row of a copied matrix is copied too. */
    private boolean isReplaced(int origin, Set<Integer> givers) {
        boolean byCall = givers.stream()
                .anyMatch(it -> code.at(it) instanceof MethodInsnNode call
                        && Set.of("setAll", "replaceAll", "parallelSetAll").contains(call.name));
        return byCall
                || !Fills.of(code, it -> it.from().equals(Set.of(origin)), true, Optional.empty())
                        .stores()
                        .isEmpty();
    }

    private void give(int giver, int origin, boolean replaced) {
        if (!(code.at(giver) instanceof MethodInsnNode call)) {
            object(code.operands(giver).get(2));
            return;
        }
        boolean isResult = giver == origin;
        if (isResult && Library.isOfJdk(call) && collects(giver, call)) {
            return;
        }
        if (Library.isOfJdk(call) && (isResult || fills(giver, call, origin))) {
            giveOperands(giver, call, origin, replaced);
        }
        if (contents.bound(code, giver).contains(origin)) {
            left.addAll(code.operands(giver).get(0).from());
        }
        for (Invocation each : program.invocations(code, giver)) {
            if (Library.isOfJdk(call) && !call.name.startsWith("flat")) {
                if (isResult || fills(giver, call, origin)) {
                    contents.returned(each.target()).forEach(it -> add(it, each));
                }
            } else if (isResult) {
                contents.inReturned(each.target()).forEach(it -> add(it, each));
            }
            each.given().forEach((slot, given) -> {
                if (given.from().contains(origin)) {
                    contents.of(each.target(), Origins.parameter(slot)).forEach(it -> add(it, each));
                }
            });
        }
    }

    /** Adds what the function makes by which a collector makes the values of a map, if it does. */
    private boolean collects(int at, MethodInsnNode call) {
        List<Origins> operands = code.operands(at);
        if (!call.name.equals("collect") || operands.size() != 2) {
            return false;
        }
        for (int made : operands.get(1).from()) {
            boolean isMap = made >= 0
                    && code.at(made) instanceof MethodInsnNode collector
                    && Library.collectsMap(collector)
                    && areFunctions(code.operands(made).subList(1, 2));
            if (!isMap) {
                return false;
            }
            for (Invocation each :
                    program.lambdas().of(code, code.operands(made).get(1))) {
                Invocation given = each.givenElse(operands.get(0).part());
                contents.returned(each.target()).forEach(it -> add(it, given));
            }
        }
        return true;
    }

    private boolean fills(int at, MethodInsnNode call, int origin) {
        List<Origins> operands = code.operands(at);
        return IntStream.range(0, operands.size())
                .anyMatch(it ->
                        Contents.fills(call, it) && operands.get(it).from().contains(origin));
    }

    private void giveOperands(int giver, MethodInsnNode call, int origin, boolean replaced) {
        List<Origins> operands = code.operands(giver);
        List<Type> types = Library.operandTypes(call);
        boolean copies = call.name.equals("arraycopy");
        if (copies && !operands.get(2).within().isEmpty()) {
            // Into a row, from a row: what they hold is mostly numbers.
            return;
        }
        boolean byFunction =
                giver == origin && Library.maps(call) && areFunctions(operands.subList(1, operands.size()));
        for (int i = byFunction ? 1 : 0; i < operands.size(); i++) {
            boolean holds = Library.mayHold(types.get(i)) || copies;
            if (operands.get(i).from().contains(origin)) {
                continue;
            }
            if (holds && !replaced) {
                left.addAll(operands.get(i).from());
            } else if (!holds && isAny(types.get(i)) && (giver != origin || Library.mayGiveBack(call, i))) {
                object(operands.get(i));
            }
        }
    }

    private static boolean isAny(Type type) {
        return type.getDescriptor().equals("Ljava/lang/Object;");
    }

    /** Returns whether all that a value may be are functions whose results are known, or new. */
    private boolean areFunctions(List<Origins> values) {
        return values.stream().allMatch(value -> value.from().stream().allMatch(this::isFunction));
    }

    private boolean isFunction(int origin) {
        if (!program.lambdas().of(code, Origins.of(1, origin)).isEmpty()) {
            return true;
        }
        return origin >= 0
                && code.at(origin) instanceof InvokeDynamicInsnNode dynamic
                && Library.lambda(dynamic)
                        .filter(it -> it.getTag() == Opcodes.H_NEWINVOKESPECIAL || isCopying(it))
                        .isPresent();
    }

    private boolean isCopying(Handle method) {
        return method.getName().equals("clone");
    }
}
