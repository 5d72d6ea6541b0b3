package org.atomizable.core.loop.check;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * A loop of turns.
 *
 * @param head the instruction that asks for the next turn
 * @param body the instructions that may run between two such questions
 */
record Region(Code code, int head, Set<Integer> body) {

    /**
     * Returns the loop of a head.
     *
     * @param heads those of all loops of turns in the method
     */
    static Region of(Code code, int head, Collection<Integer> heads) {
        Set<Integer> borders = new HashSet<>(Set.of(head));
        for (int other : heads) {
            // A loop that is around this one ends it.
            if (other != head && !reachable(code, Set.of(0), Set.of(other)).contains(head)) {
                borders.add(other);
            }
        }
        for (int i = 0; i < code.size(); i++) {
            // Another loop begins there.
            if (code.at(i) instanceof MethodInsnNode call && Library.beginsLoop(call)) {
                borders.add(i);
            }
        }
        Set<Integer> after = reachable(code, code.next(head), borders);
        Set<Integer> body = new HashSet<>();
        boolean grows = true;
        while (grows) {
            grows = false;
            for (int at : after) {
                if (!body.contains(at) && (leads(code.next(at), head, body) || leads(code.handlers(at), head, body))) {
                    grows |= body.add(at);
                }
            }
        }
        return new Region(code, head, body);
    }

    /** Returns whether what an instruction of this loop writes may still be there where another loop inside of this one begins. */
    boolean leads(int at, Key key, Region inner) {
        Set<Integer> borders = new HashSet<>(Set.of(head));
        for (int i = 0; i < code.size(); i++) {
            if (key instanceof Key.Local local
                    && Code.isStore(code.at(i))
                    && Code.written(code.at(i)) == local.slot()) {
                borders.add(i);
            }
        }
        return reachable(code, code.next(at), borders).contains(inner.head);
    }

    /** Returns whether an instruction may run before the loop begins. */
    boolean leadsFrom(int at) {
        return reachable(code, Set.of(at), Set.of()).contains(head);
    }

    private static Set<Integer> reachable(Code code, Set<Integer> from, Set<Integer> borders) {
        Set<Integer> found = new HashSet<>();
        Deque<Integer> left = new ArrayDeque<>(from);
        while (!left.isEmpty()) {
            int at = left.remove();
            if (!borders.contains(at) && found.add(at)) {
                left.addAll(code.next(at));
                left.addAll(code.handlers(at));
            }
        }
        return found;
    }

    private static boolean leads(Set<Integer> to, int head, Set<Integer> body) {
        return to.contains(head) || to.stream().anyMatch(body::contains);
    }

    /** Returns where the program goes on when there are no more turns. */
    Set<Integer> exits() {
        Set<Integer> exits = new HashSet<>(code.next(head));
        body.forEach(at -> exits.addAll(code.next(at)));
        exits.removeAll(body);
        exits.remove(head);
        return exits;
    }

    /** Returns whether an object was there before a turn began. */
    boolean isOutside(int root) {
        return root != Roots.LEFT_OUT && !body.contains(root);
    }
}
