package org.atomizable.api.profile;

import java.time.Duration;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.SliceKind;

/**
 * One observation: a phase of a subjob, or a single atom of one.
 *
 * @param kind the kind of slice on which it was made
 * @param phase the phase; for {@link Phase#WARM_UP} and {@link Phase#STEADY} one sample is one atom
 * @param took its duration; 0 or more
 * @param peak the most memory used during it
 * @param unfinished whether its worker was stopped before the phase ended. The phase would have taken longer than
 *     {@code took}, and its peak is meaningless
 */
public record Sample(SliceKind kind, Phase phase, Duration took, Bytes peak, boolean unfinished) {

    /** Creates the observation of a phase that ended normally. */
    public Sample(SliceKind kind, Phase phase, Duration took, Bytes peak) {
        this(kind, phase, took, peak, false);
    }

    /** Rejects a negative duration, which a clock that was set back would cause. */
    public Sample {
        if (took.isNegative()) {
            throw new IllegalArgumentException(
                    "phase %s cannot have taken %s: did a clock go back?".formatted(phase, took));
        }
    }
}
