package org.atomizable.core.loop.check;

import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.tree.analysis.Value;

/**
 * A value on the stack or in a local variable.
 *
 * @param size the number of words, 1 or 2
 * @param from the instructions that it may come from; a parameter in the local variable {@code n} is {@code -1 - n}
 * @param within those of them of which it is a part: an element of an array, and not the array
 */
record Origins(int size, Set<Integer> from, Set<Integer> within) implements Value {

    Origins(int size, Set<Integer> from) {
        this(size, from, Set.of());
    }

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
        if (from.containsAll(other.from) && within.containsAll(other.within)) {
            return this;
        }
        return new Origins(Math.min(size, other.size), both(from, other.from), both(within, other.within));
    }

    private static Set<Integer> both(Set<Integer> one, Set<Integer> other) {
        Set<Integer> both = new TreeSet<>(one);
        both.addAll(other);
        return both;
    }

    /** Returns a part of it. */
    Origins part() {
        return new Origins(size, from, from);
    }

    /** Returns the same where it does not matter of what it is a part. */
    Origins whole() {
        return new Origins(size, from);
    }

    @Override
    public int getSize() {
        return size;
    }
}
