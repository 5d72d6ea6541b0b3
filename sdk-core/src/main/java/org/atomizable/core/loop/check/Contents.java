package org.atomizable.core.loop.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.atomizable.core.loop.check.Program.Place;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Says what arrays and collections hold that a method makes. A copy is new, but it holds the objects of what it is a copy of: what a call
 * or a constructor is given is where the elements of its result come from. The order of instructions does not matter.
 */
final class Contents {

    /**
     * What a container may hold.
     *
     * @param key that object, or what holds it
     * @param by the origins by which the method reaches it; none for what is static
     * @param isInside whether it is not that object, but something that it holds
     */
    record Item(Key key, Origins by, boolean isInside) {}

    private final Program program;
    private final Map<Code, Map<Integer, Set<Integer>>> givers = new HashMap<>();
    private final Map<Place, Set<Item>> contents = new HashMap<>();
    private final Map<Place, Set<Item>> fields = new HashMap<>();
    private final Map<List<Object>, Set<Item>> inField = new HashMap<>();
    private final Map<Place, Set<Item>> returnedBy = new HashMap<>();
    private final Map<Code, Set<Item>> returned = new HashMap<>();
    private final Map<Code, Set<Item>> inReturned = new HashMap<>();

    Contents(Program program) {
        this.program = program;
    }

    /** Returns what the object of an origin may hold. What a method is given, or made before a loop of turns, stands for all that it holds. */
    Set<Item> of(Code code, int origin) {
        return Program.known(
                contents, new Place(code, origin), Set.of(), () -> search(code).inside(Set.of(origin)));
    }

    /** Returns the objects that a method may return. */
    Set<Item> returned(Code code) {
        return Program.known(returned, code, Set.of(), () -> search(code).objects(returns(code)));
    }

    /** Returns the objects that a call of the program's own methods may give back, besides those that they make. */
    Set<Item> returnedBy(Code code, int call) {
        return Program.known(
                returnedBy, new Place(code, call), Set.of(), () -> search(code).returned(call));
    }

    /** Returns what the fields of an object hold that a method makes, or is given, as far as that sets them. */
    Set<Item> fields(Code code, int origin) {
        return Program.known(
                fields, new Place(code, origin), Set.of(), () -> search(code).fields(origin));
    }

    /** Returns what one field holds of such an object: an array that its constructor was given, for example. */
    Set<Item> inField(Code code, int origin, Key.Field field) {
        return Program.known(
                inField,
                List.of(code, origin, field),
                Set.of(),
                () -> search(code).inField(origin, field));
    }

    /** Returns what the objects hold that a method may return. */
    Set<Item> inReturned(Code code) {
        return Program.known(inReturned, code, Set.of(), () -> {
            Set<Integer> from = new TreeSet<>();
            returns(code).forEach(it -> from.addAll(it.from()));
            return search(code).inside(from);
        });
    }

    private ContentSearch search(Code code) {
        return new ContentSearch(this, program, code);
    }

    /** Returns the values that a method returns. */
    static List<Origins> returns(Code code) {
        return code.reached().stream()
                .filter(it -> code.at(it).getOpcode() == Opcodes.ARETURN)
                .map(code::value)
                .toList();
    }

    /** Returns the instructions that may put something into the object of an origin; a call puts it into its result. */
    Set<Integer> givers(Code code, int origin) {
        Map<Integer, Set<Integer>> all = givers.get(code);
        if (all == null) {
            all = new HashMap<>();
            for (int at : code.reached()) {
                for (int into : filled(code, at)) {
                    all.computeIfAbsent(into, it -> new TreeSet<>()).add(at);
                }
            }
            givers.put(code, all);
        }
        return all.getOrDefault(origin, Set.of());
    }

    private Set<Integer> filled(Code code, int at) {
        Set<Integer> filled = new HashSet<>();
        List<Origins> operands = code.operands(at);
        if (code.at(at).getOpcode() == Opcodes.AASTORE) {
            filled.addAll(operands.get(0).from());
        } else if (code.at(at) instanceof MethodInsnNode call) {
            filled.add(at);
            for (int i = 0; i < operands.size(); i++) {
                if (fills(call, i)) {
                    filled.addAll(operands.get(i).from());
                }
            }
            filled.addAll(bound(code, at));
            program.invocations(code, at)
                    .forEach(each -> each.given().values().forEach(it -> filled.addAll(it.from())));
        }
        return filled;
    }

    /** Returns the objects to which a call gives what it goes through: {@code list.forEach(other::add)}. */
    Set<Integer> bound(Code code, int at) {
        Set<Integer> bound = new HashSet<>();
        if (code.at(at) instanceof MethodInsnNode call && Library.givesParts(call)) {
            code.operands(at)
                    .forEach(
                            it -> bound.addAll(program.lambdas().bound(code, it).from()));
        }
        return bound;
    }

    static boolean fills(MethodInsnNode call, int position) {
        return Library.changes(call, position)
                || (position == 0 && call.name.equals("<init>") && Library.isOfJdk(call));
    }
}
