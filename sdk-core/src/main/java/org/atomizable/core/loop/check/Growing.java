package org.atomizable.core.loop.check;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.atomizable.core.loop.check.Program.Invocation;
import org.atomizable.core.loop.check.Program.Place;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Finds lists to which each turn adds an element and from which nothing takes one: they tell how many turns there were. A list that is
 * looked at before something is added may be filled by the first turn only.
 */
final class Growing {

    private static final Pattern LIST =
            Pattern.compile("java/util/(Collection|(Array|Linked)?List|(Array)?Deque|(Priority)?Queue|Vector|Stack)");

    private static final Pattern ADDS = Pattern.compile("(add|offer)(All|First|Last|Element)?|push");

    /** Also what gives away a part by which elements can be taken. */
    private static final Pattern TAKES = Pattern.compile(
            "(remove|clear|poll|pop|retain|drain|set|take|subList|iterator|listIterator|descendingIterator).*");

    private final Program program;

    Growing(Program program) {
        this.program = program;
    }

    /** Returns whether a write adds to a list that only grows. */
    boolean grows(Region loop, Writes.Write write) {
        boolean isKept = !(write.key() instanceof Key.HeldByField held)
                || program.roots().isKept(held.field());
        return isKept
                && adds(write.by())
                && (write.key().isGlobal()
                        ? program.reached().stream().noneMatch(it -> takes(it, write.key(), new HashSet<>()))
                        : !takes(loop.code(), write.key(), new HashSet<>()));
    }

    private boolean adds(Place place) {
        return place.code().at(place.at()) instanceof MethodInsnNode call
                && LIST.matcher(call.owner).matches()
                && ADDS.matcher(call.name).matches()
                && !isLookedAtBefore(place);
    }

    private boolean isLookedAtBefore(Place place) {
        Code code = place.code();
        Set<Key> list =
                program.roots().held(code, code.operands(place.at()).get(0)).keySet();
        return code.reached().stream()
                .filter(at ->
                        at < place.at() && code.at(at) instanceof MethodInsnNode call && !call.name.equals("<init>"))
                .flatMap(at -> code.operands(at).stream())
                .anyMatch(it -> list.stream().anyMatch(key -> program.roots().holds(code, it, key)));
    }

    private boolean takes(Code code, Key key, Set<Object> seen) {
        if (!seen.add(List.of(code, key))) {
            return false;
        }
        for (int at : code.reached()) {
            if (code.at(at) instanceof MethodInsnNode call && takes(code, at, call, key, seen)) {
                return true;
            }
        }
        return false;
    }

    private boolean takes(Code code, int at, MethodInsnNode call, Key key, Set<Object> seen) {
        Collection<Origins> operands = code.operands(at);
        boolean isGiven = operands.stream().anyMatch(it -> program.roots().holds(code, it, key));
        if (isGiven && !program.isOwn(call)) {
            boolean ofList = call.owner.startsWith("java/util/") && !call.owner.equals("java/util/Collections");
            return !ofList || TAKES.matcher(call.name).matches();
        }
        for (Invocation each : program.invocations(code, at)) {
            for (Key its : program.roots().inside(code, key, each)) {
                if (!its.equals(key) && takes(each.target(), its, seen)) {
                    return true;
                }
            }
        }
        return false;
    }
}
