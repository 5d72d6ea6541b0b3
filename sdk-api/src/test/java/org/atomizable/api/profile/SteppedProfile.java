package org.atomizable.api.profile;

import java.time.Duration;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.SliceKind;

/**
 * A profile of given figures, for tests of what asks profiles.
 *
 * @param overhead nanoseconds of restore and of checkpoint each
 * @param atom nanoseconds of one atom
 * @param memory bytes of the first atom
 * @param growth bytes that each further atom in a row adds
 */
public record SteppedProfile(long overhead, long atom, long memory, long growth) implements Profile {

    @Override
    public MemoryBound peak(SliceKind kind, Phase phase, long atoms, Promise promise) {
        return new MemoryBound(Bytes.of(memory + growth * (atoms - 1)), promise, 1, "given");
    }

    @Override
    public TimeBound span(SliceKind kind, Phase phase, long atoms, Promise promise) {
        boolean runsAtoms = phase.equals(Phase.STEADY) || phase.equals(Phase.WARM_UP);
        Duration length = Duration.ofNanos(runsAtoms ? atom * atoms : overhead);
        return new TimeBound(length, length.dividedBy(2), promise, 1, "given");
    }
}
