package org.atomizable.djl.state;

import java.io.IOException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;

/**
 * A listener, data set, transform or block of a {@code DjlTraining} that writes its own state, because it keeps more than numbers and texts in
 * its fields.
 */
public interface Stateful {

    /** Writes the state, under names that no other object knows. */
    void save(StateWriter to) throws IOException;

    /** Sets the state to one that {@link #save} wrote. */
    void restore(StateReader from) throws IOException;
}
