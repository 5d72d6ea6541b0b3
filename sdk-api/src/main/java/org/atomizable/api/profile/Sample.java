package org.atomizable.api.profile;

import java.time.Duration;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.SliceKind;

/**
 * One observation: a phase of a subjob, or a single atom of one.
 *
 * @param kind where it was made
 * @param phase which phase; for {@link Phase#WARM_UP} and {@link Phase#STEADY} one sample is one atom
 * @param took how long it took; 0 or more
 * @param peak the most memory used meanwhile
 * @param unfinished whether its worker was stopped before it ended: it would have taken longer than it took, and its peak
 *     tells nothing
 */
public record Sample(SliceKind kind, Phase phase, Duration took, Bytes peak, boolean unfinished) {

    /** Makes the observation of a phase that came to its end. */
    public Sample(SliceKind kind, Phase phase, Duration took, Bytes peak) {
        this(kind, phase, took, peak, false);
    }

    /** Refuses a negative duration, as a clock that went back would make. */
    public Sample {
        if (took.isNegative()) {
            throw new IllegalArgumentException(
                    "phase %s cannot have taken %s: did a clock go back?".formatted(phase, took));
        }
    }
}
