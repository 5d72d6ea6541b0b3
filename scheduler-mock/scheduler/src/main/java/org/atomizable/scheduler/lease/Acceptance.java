package org.atomizable.scheduler.lease;

import java.time.Duration;
import java.util.Optional;
import org.atomizable.api.Bytes;

/**
 * The subjob that a holder has built, as the holder reports it.
 *
 * @param memory the bound of its peak
 * @param total the bound of its time
 * @param memoryMethod how the bound of its peak was obtained; empty if the holder did not say
 * @param timeMethod how the bound of its time was obtained; empty if the holder did not say
 */
public record Acceptance(
        long firstAtom,
        long atoms,
        Bytes memory,
        Duration total,
        Optional<String> memoryMethod,
        Optional<String> timeMethod) {

    /** Makes one that does not tell how its bounds were obtained. */
    public Acceptance(long firstAtom, long atoms, Bytes memory, Duration total) {
        this(firstAtom, atoms, memory, total, Optional.empty(), Optional.empty());
    }

    /** Tells whether it is the same subjob. Methods are not compared: what an older scheduler has kept has none. */
    boolean sameSubjob(Acceptance other) {
        return firstAtom == other.firstAtom
                && atoms == other.atoms
                && memory.equals(other.memory)
                && total.equals(other.total);
    }
}
