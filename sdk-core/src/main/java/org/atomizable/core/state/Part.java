package org.atomizable.core.state;

import java.io.IOException;
import org.atomizable.api.StateMismatchException;

/**
 * Writes and reads values of one type as a part of a packed tensor. It never gets null, as {@link PartWriter#put} and
 * {@link PartReader#take} handle that.
 *
 * @param <T> the type of the values
 */
public interface Part<T> {

    /** Writes a value. */
    void write(T value, PartWriter to) throws IOException;

    /** Reads what {@link #write} wrote. */
    T read(PartReader from) throws IOException;

    /** Returns whether values of this type can change. If two fields hold the same one, a restored job must have one, too. */
    default boolean canChange() {
        return false;
    }

    /** Returns whether this value cannot change although others of its type can. It is restored as such a value. */
    default boolean isFixed(T value) {
        return false;
    }

    /**
     * Reads what {@link #write} wrote into a value that exists.
     *
     * @throws StateMismatchException if the value cannot take it
     */
    default void readInto(T target, PartReader from) throws IOException {
        throw from.mismatch("cannot be restored in place");
    }

    /** Returns the part of a type whose values never change, such as a record. */
    static <T> Part<T> of(Writing<T> writing, Reading<T> reading) {
        RecordTrial trial = new RecordTrial();
        return new Part<>() {
            @Override
            public void write(T value, PartWriter to) throws IOException {
                writing.write(value, to);
                trial.check(value, this, to);
            }

            @Override
            public T read(PartReader from) throws IOException {
                return reading.read(from);
            }
        };
    }

    /** Writes a value. */
    @FunctionalInterface
    interface Writing<T> {

        /** Writes a value. */
        void write(T value, PartWriter to) throws IOException;
    }

    /** Reads a value. */
    @FunctionalInterface
    interface Reading<T> {

        /** Reads a value. */
        T read(PartReader from) throws IOException;
    }
}
