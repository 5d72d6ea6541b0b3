package org.atomizable.api.annotation;

import java.io.IOException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.jspecify.annotations.Nullable;

/**
 * Saves and restores a field whose type the annotation processor does not know. It is named by {@link State#codec}.
 *
 * <p>It may write several tensors. Their names are the given name, or begin with the given name and {@code /}. It keeps
 * nothing between calls. A field that is null is saved and restored without the codec.
 *
 * @param <T> the type of the field
 */
public interface StateCodec<T> {

    /**
     * Writes a value, so that {@link #restore} gives an equal one.
     *
     * @throws IOException if {@code to} fails; do not catch it
     */
    void save(String name, T value, StateWriter to) throws IOException;

    /**
     * Reads what {@link #save} wrote under {@code name}.
     *
     * @param current the value of the field in the instance that is restored. It may be changed and returned. If the
     *     field is final, it must be
     * @throws IOException if {@code from} fails or contains something else
     */
    T restore(String name, @Nullable T current, StateReader from) throws IOException;
}
