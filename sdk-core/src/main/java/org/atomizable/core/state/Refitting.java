package org.atomizable.core.state;

import java.io.IOException;
import org.atomizable.api.StateReader;
import org.atomizable.api.annotation.StateCodec;

/**
 * A codec that restores in place, and makes another place where a field that is not final needs one.
 *
 * @param <T> the type of the values
 */
public interface Refitting<T> extends StateCodec<T> {

    /**
     * Returns an object that can take what was saved.
     *
     * @param current the one of the field
     * @param taken whether that one is another field's too
     */
    T refitted(String name, T current, boolean taken, StateReader from) throws IOException;
}
