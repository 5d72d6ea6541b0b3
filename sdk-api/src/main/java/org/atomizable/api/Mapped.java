package org.atomizable.api;

import java.util.Iterator;
import java.util.function.LongFunction;

/** Turns, as what is worked on in them. */
record Mapped<T>(Iterator<Long> turns, LongFunction<T> work) implements Iterator<T> {

    @Override
    public boolean hasNext() {
        return turns.hasNext();
    }

    @Override
    public T next() {
        return work.apply(turns.next());
    }
}
