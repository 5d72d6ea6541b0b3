package org.atomizable.core.loop.check;

import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.tree.analysis.Value;

/**
 * A value on the stack or in a local variable.
 *
 * @param size the number of words, 1 or 2
 * @param from the instructions that it may come from; a parameter in the local variable {@code n} is {@code -1 - n}
 */
record Origins(int size, Set<Integer> from) implements Value {

    static Origins of(int size, int instruction) {
        return new Origins(size, Set.of(instruction));
    }

    static int parameter(int slot) {
        return -1 - slot;
    }

    /** Returns the local variable of a parameter. */
    static int slot(int parameter) {
        return -1 - parameter;
    }

    Origins and(Origins other) {
        if (from.containsAll(other.from)) {
            return this;
        }
        Set<Integer> both = new TreeSet<>(from);
        both.addAll(other.from);
        return new Origins(Math.min(size, other.size), both);
    }

    @Override
    public int getSize() {
        return size;
    }
}
