package org.atomizable.core.run;

import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;

/** A phase used more memory than the slice has. On a simulated slice, this exception enforces the limit. */
final class OutOfMemoryException extends AtomizableException {

    OutOfMemoryException(Phase phase, Bytes used, Bytes capacity) {
        super(
                "phase %s used %s of memory, the slice gives %s".formatted(phase, used, capacity),
                "The profile has learned from it; if it happens again, declare more memory in the job's spec");
    }
}
