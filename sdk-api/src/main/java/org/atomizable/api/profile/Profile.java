package org.atomizable.api.profile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.window.SliceKind;

/**
 * The profile of a job: bounds of its memory and time, per phase and kind of slice.
 *
 * <p>An implementation is immutable. Both bounds are monotonic: they never decrease with more atoms or with a stricter
 * promise.
 */
public interface Profile {

    /**
     * Bounds the peak of memory over {@code atoms} consecutive atoms of one phase.
     *
     * @param atoms 1 or more; 1 for phases in which no atom runs
     */
    MemoryBound peak(SliceKind kind, Phase phase, long atoms, Promise promise);

    /**
     * Bounds the duration of {@code atoms} consecutive atoms of one phase.
     *
     * @param atoms 1 or more; 1 for phases in which no atom runs
     */
    TimeBound span(SliceKind kind, Phase phase, long atoms, Promise promise);

    /**
     * Bounds one atom, or one restore or checkpoint, for those that must leave time for it: never less than the bound
     * of {@link #span} for 1. An implementation may answer more, since this time is kept free before every atom.
     */
    default Duration single(SliceKind kind, Phase phase, Promise promise) {
        return span(kind, phase, 1, promise).upper();
    }

    /**
     * Bounds a whole subjob: restore, one atom of warm-up, the other atoms, and the checkpoint. It applies the union
     * bound over the phases, so the result holds for any dependence between them.
     *
     * @param atoms 1 or more
     */
    default Footprint footprint(SliceKind kind, long atoms, Promise promise) {
        if (atoms < 1) {
            throw new IllegalArgumentException("a subjob has 1 atom or more, was asked for " + atoms);
        }
        Map<Phase, Long> phases = new LinkedHashMap<>();
        phases.put(Phase.RESTORE, 1L);
        phases.put(Phase.WARM_UP, 1L);
        phases.put(Phase.CHECKPOINT, 1L);
        if (atoms > 1) {
            phases.put(Phase.STEADY, atoms - 1);
        }
        return footprint(kind, phases, promise);
    }

    /**
     * Bounds a subjob of the given phases, by the union bound.
     *
     * @param phases the number of atoms of each phase, in any order; 1 for a phase in which no atom runs
     */
    default Footprint footprint(SliceKind kind, Map<Phase, Long> phases, Promise promise) {
        if (phases.isEmpty()) {
            throw new IllegalArgumentException("a subjob has a phase");
        }
        Promise each = promise.sharedAmong(phases.size());
        List<MemoryBound> memory = new ArrayList<>();
        Duration upper = Duration.ZERO;
        Duration typical = Duration.ZERO;
        Duration useful = Duration.ZERO;
        Duration oneAtom = Duration.ZERO;
        Duration laterAtom = Duration.ZERO;
        for (Map.Entry<Phase, Long> part : phases.entrySet()) {
            Phase phase = part.getKey();
            memory.add(peak(kind, phase, part.getValue(), each));
            TimeBound time = span(kind, phase, part.getValue(), each);
            upper = upper.plus(time.upper());
            typical = typical.plus(time.typical());
            if (phase.hasAtoms()) {
                useful = useful.plus(time.typical());
                Duration single = single(kind, phase, each);
                oneAtom = single.compareTo(oneAtom) > 0 ? single : oneAtom;
                if (!phase.isWarmUp()) {
                    laterAtom = single.compareTo(laterAtom) > 0 ? single : laterAtom;
                }
            }
        }
        MemoryBound most = Collections.max(memory, Comparator.comparing(MemoryBound::upper));
        Duration checkpoint = longest(phases, phase -> single(kind, phase, each));
        Duration planned = longest(phases, phase -> span(kind, phase, 1, each).upper());
        Duration last = beforeLastAtom(kind, phases, each, upper.minus(planned));
        Duration lease = upper.plus(Reserve.KEPT_FREE);
        Duration guarded = last.plus(Reserve.usual(oneAtom, checkpoint).beforeAtom());
        return new Footprint(
                new MemoryBound(most.upper(), promise, most.samples(), most.method()),
                upper,
                typical,
                useful,
                oneAtom,
                laterAtom.isZero() ? oneAtom : laterAtom,
                checkpoint,
                guarded.compareTo(lease) > 0 ? guarded : lease);
    }

    private static Duration longest(Map<Phase, Long> phases, Function<Phase, Duration> bound) {
        return phases.keySet().stream()
                .filter(Phase::isCheckpoint)
                .map(bound)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** Bounds the time until the last atom begins, whichever phase that atom belongs to; zero if there is no atom. */
    private Duration beforeLastAtom(SliceKind kind, Map<Phase, Long> phases, Promise each, Duration beforeCheckpoint) {
        boolean several = phases.entrySet().stream()
                        .filter(part -> part.getKey().hasAtoms())
                        .mapToLong(Map.Entry::getValue)
                        .sum()
                > 1;
        Duration longest = Duration.ZERO;
        for (Map.Entry<Phase, Long> part : phases.entrySet()) {
            Phase phase = part.getKey();
            // The warm-up is the first atom, and so the last only where it is alone.
            if (phase.hasAtoms() && !(several && phase.isWarmUp())) {
                long count = part.getValue();
                Duration whole = span(kind, phase, count, each).upper();
                Duration without =
                        count > 1 ? span(kind, phase, count - 1, each).upper() : Duration.ZERO;
                Duration before = beforeCheckpoint.minus(whole).plus(without);
                longest = before.compareTo(longest) > 0 ? before : longest;
            }
        }
        return longest;
    }

    /**
     * Returns the largest number of atoms, up to {@code wanted}, whose subjob keeps the promise within a capacity and a
     * length, including its {@linkplain Footprint#lease reserve}; 0 if not even one atom fits.
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
        return !need.memory().upper().exceeds(capacity) && need.lease().compareTo(length) <= 0;
    }
}
