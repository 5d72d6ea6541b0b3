package org.atomizable.scheduler.node.pressure;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.atomizable.api.Bytes;

/** The memories of a node that several workers share. Called by one thread at a time; must not block. */
public interface NodeMemory {

    /**
     * Returns the names of the memories that a worker on a slice uses; what it says that it uses counts in each of them.
     *
     * @return empty for a slice that shares no memory
     */
    Set<String> of(String slice);

    /**
     * Reads all memories. What cannot be read is left out.
     *
     * @param held by name of the memory, what the workers on it say that they use; a memory that is simulated has no other way to know
     */
    PressureReading read(Map<String, Bytes> held, Instant now);
}
