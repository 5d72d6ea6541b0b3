package org.atomizable.core.state;

import java.io.IOException;
import java.util.function.Supplier;

/**
 * The part of values whose content is read into one that exists: that of a final field, or a new one.
 *
 * @param make makes one to read into
 * @param save writes the content
 * @param restore replaces the content by what was written
 */
record InPlace<T>(Supplier<? extends T> make, Writing<T> save, Restoring<T> restore) implements Part<T> {

    /** Replaces the content of a value by what was written. */
    @FunctionalInterface
    interface Restoring<T> {

        /** Replaces it. */
        void into(T target, PartReader from) throws IOException;
    }

    @Override
    public void write(T value, PartWriter to) throws IOException {
        save.write(value, to);
    }

    @Override
    public T read(PartReader from) throws IOException {
        T value = make.get();
        restore.into(value, from);
        return value;
    }

    @Override
    public void readInto(T target, PartReader from) throws IOException {
        restore.into(target, from);
    }

    @Override
    public boolean canChange() {
        return true;
    }
}
