package org.atomizable.api.profile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
 *     {@code took} and needed {@code peak} or more; 0 says nothing
 * @param atom the number of its atom; for a restore, or what was done instead of one, that of the atom after it, for a
 *     checkpoint that of the atom before it; {@value #NO_ATOM} if it is not known
 */
public record Sample(SliceKind kind, Phase phase, Duration took, Bytes peak, boolean unfinished, long atom) {

    /** The number of an atom that is not known. */
    public static final long NO_ATOM = -1;

    /** Creates an observation whose atom is not known. */
    public Sample(SliceKind kind, Phase phase, Duration took, Bytes peak, boolean unfinished) {
        this(kind, phase, took, peak, unfinished, NO_ATOM);
    }

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

    private Sample withAtom(long number) {
        return number == atom ? this : new Sample(kind, phase, took, peak, unfinished, number);
    }

    /**
     * Returns samples with the numbers of their atoms.
     *
     * @param firstAtom the number of the first atom among them; the others follow without a gap
     * @param samples in the order in which they were made
     */
    public static List<Sample> numbered(long firstAtom, List<Sample> samples) {
        List<Sample> numbered = new ArrayList<>(samples.size());
        long next = firstAtom;
        for (Sample sample : samples) {
            Phase phase = sample.phase();
            if (phase.hasAtoms()) {
                numbered.add(sample.withAtom(next));
                next += sample.unfinished() ? 0 : 1;
            } else {
                boolean begins = phase.isRestore() || phase.equals(Phase.CONTINUE);
                numbered.add(sample.withAtom(begins ? next : phase.isCheckpoint() ? next - 1 : NO_ATOM));
            }
        }
        return numbered;
    }
}
