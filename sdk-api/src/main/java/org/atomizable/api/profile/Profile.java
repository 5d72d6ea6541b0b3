package org.atomizable.api.profile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.SliceKind;

/**
 * What is known of a job: bounds of its memory and time, per phase and kind of slice.
 *
 * <p>An implementation is immutable; both bounds grow, or stay, with the number of atoms and with a stricter promise.
 */
public interface Profile {

    /**
     * Bounds the peak of memory over {@code atoms} atoms in a row of one phase.
     *
     * @param atoms 1 or more; 1 for phases in which no atom runs
     */
    MemoryBound peak(SliceKind kind, Phase phase, long atoms, Promise promise);

    /**
     * Bounds the duration of {@code atoms} atoms in a row of one phase.
     *
     * @param atoms 1 or more; 1 for phases in which no atom runs
     */
    TimeBound span(SliceKind kind, Phase phase, long atoms, Promise promise);

    /**
     * Bounds a whole subjob: restore, one atom of warm-up, the other atoms, checkpoint. By the union bound over its
     * phases, so that it holds however they depend on each other.
     *
     * @param atoms 1 or more
     */
    default Footprint footprint(SliceKind kind, long atoms, Promise promise) {
        if (atoms < 1) {
            throw new IllegalArgumentException("a subjob has 1 atom or more, was asked for " + atoms);
        }
        Promise each = promise.sharedAmong(atoms > 1 ? 4 : 3);
        List<MemoryBound> memory = new ArrayList<>();
        memory.add(peak(kind, Phase.RESTORE, 1, each));
        memory.add(peak(kind, Phase.WARM_UP, 1, each));
        memory.add(peak(kind, Phase.CHECKPOINT, 1, each));
        TimeBound restore = span(kind, Phase.RESTORE, 1, each);
        TimeBound warmUp = span(kind, Phase.WARM_UP, 1, each);
        TimeBound checkpoint = span(kind, Phase.CHECKPOINT, 1, each);
        Duration upper = restore.upper().plus(warmUp.upper()).plus(checkpoint.upper());
        Duration useful = warmUp.typical();
        Duration oneAtom = warmUp.upper();
        if (atoms > 1) {
            memory.add(peak(kind, Phase.STEADY, atoms - 1, each));
            TimeBound steady = span(kind, Phase.STEADY, atoms - 1, each);
            upper = upper.plus(steady.upper());
            useful = useful.plus(steady.typical());
            Duration single = span(kind, Phase.STEADY, 1, each).upper();
            oneAtom = single.compareTo(oneAtom) > 0 ? single : oneAtom;
        }
        MemoryBound most = Collections.max(memory, Comparator.comparing(MemoryBound::upper));
        return new Footprint(
                new MemoryBound(most.upper(), promise, most.samples(), most.method()),
                upper,
                restore.typical().plus(useful).plus(checkpoint.typical()),
                useful,
                oneAtom,
                checkpoint.upper());
    }

    /**
     * Returns the most atoms, up to {@code wanted}, of a subjob that keeps the promise within a capacity and a length;
     * 0 if not even one does.
     */
    default long mostAtoms(SliceKind kind, Bytes capacity, Duration length, long wanted, Promise promise) {
        if (wanted < 1) {
            return 0;
        }
        long fits = 0;
        // Galloping first: an open-ended job wants more atoms than any window has room for.
        long step = 1;
        while (step < wanted && fits(kind, capacity, length, step, promise)) {
            fits = step;
            step = step > wanted / 2 ? wanted : step * 2;
        }
        if (step == wanted && fits(kind, capacity, length, wanted, promise)) {
            return wanted;
        }
        long tooMany = step;
        while (tooMany - fits > 1) {
            long middle = fits + (tooMany - fits) / 2;
            if (fits(kind, capacity, length, middle, promise)) {
                fits = middle;
            } else {
                tooMany = middle;
            }
        }
        return fits;
    }

    private boolean fits(SliceKind kind, Bytes capacity, Duration length, long atoms, Promise promise) {
        Footprint need = footprint(kind, atoms, promise);
        return !need.memory().upper().exceeds(capacity) && need.time().compareTo(length) <= 0;
    }
}
