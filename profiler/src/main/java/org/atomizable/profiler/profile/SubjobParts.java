package org.atomizable.profiler.profile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.TimeBound;
import org.atomizable.api.window.SliceKind;

/**
 * The phases of a subjob as the parts that a promise is shared among.
 *
 * @param atoms the number of atoms in the first part, which consists of the restore, these atoms and the checkpoint
 * @param others every other phase, and how many atoms of each
 */
record SubjobParts(long atoms, Map<Phase, Long> others) {

    /** The note in a method's name for values that rise. */
    private static final String RISING = ", while values rise";

    /** Returns the parts; empty if restore, first atom or checkpoint are missing. */
    static Optional<SubjobParts> of(Map<Phase, Long> phases) {
        Map<Phase, Long> others = new LinkedHashMap<>(phases);
        Long restore = others.remove(Phase.RESTORE);
        Long first = others.remove(Phase.WARM_UP);
        Long checkpoint = others.remove(Phase.CHECKPOINT);
        Long steady = others.remove(Phase.STEADY);
        return restore == null || first == null || checkpoint == null
                ? Optional.empty()
                : Optional.of(new SubjobParts(first + (steady == null ? 0 : steady), others));
    }

    /** Returns how many atoms a subjob of a cold worker has beside those with a phase of their own; empty if it is none. */
    static OptionalLong coldAtoms(Map<Phase, Long> phases) {
        return phases.containsKey(Phase.COLD_WARM_UP)
                ? OptionalLong.of(phases.get(Phase.COLD_WARM_UP) + phases.getOrDefault(Phase.STEADY, 0L))
                : OptionalLong.empty();
    }

    /** Returns the bounds of all parts together; the rest is taken from {@code byPhases}. */
    Footprint bounded(StageProfile profile, SliceKind kind, Promise promise, Footprint byPhases) {
        Promise each = promise.sharedAmong(1L + others.size());
        SubjobBounds first = profile.subjobs(kind, each);
        Footprint union = atoms == 1 && others.isEmpty() ? first.phases().alone(byPhases) : byPhases;
        Bytes memory = Bytes.of(first.memory().of(atoms));
        Duration time = Duration.ofNanos(first.time().of(atoms));
        List<MemoryBound> unproved = new ArrayList<>();
        for (Map.Entry<Phase, Long> part : others.entrySet()) {
            MemoryBound peak = profile.peak(kind, part.getKey(), part.getValue(), each);
            memory = memory.max(peak.upper());
            time = time.plus(
                    profile.span(kind, part.getKey(), part.getValue(), each).upper());
            if (Assurance.of(peak.method()) != Assurance.PROVED) {
                unproved.add(peak);
            }
        }
        boolean proved = first.memory().proved(atoms);
        MemoryBound by = proved
                ? weakest(unproved)
                        .orElse(new MemoryBound(
                                memory,
                                promise,
                                profile.whole(kind).peaks().plannedFor(atoms),
                                Assurance.WHOLE_SUBJOBS))
                : unlessRising(
                        byPhases(profile, kind, promise, union.memory()),
                        first.memory().rises(atoms));
        // The last atom may be in any part: before it, all are supposed to have taken their whole bound.
        Duration lease = others.isEmpty() ? first.lease(atoms, union) : SubjobBounds.lease(time, time, union);
        return new Footprint(
                new MemoryBound(memory, promise, by.samples(), by.method()),
                time,
                union.typical(),
                union.useful(),
                union.oneAtom(),
                union.laterAtom(),
                union.checkpoint(),
                lease);
    }

    /** Returns a bound; where subjobs need more and more, nothing that is proved of its phases holds for the next one. */
    static MemoryBound unlessRising(MemoryBound bound, boolean rises) {
        return new MemoryBound(bound.upper(), bound.promise(), bound.samples(), unlessRising(bound.method(), rises));
    }

    private static String unlessRising(String method, boolean rises) {
        return rises && Assurance.of(method) == Assurance.PROVED ? method + RISING : method;
    }

    /** A bound by phases is proved only if that of every phase is. */
    private MemoryBound byPhases(StageProfile profile, SliceKind kind, Promise promise, MemoryBound largest) {
        if (Assurance.of(largest.method()) != Assurance.PROVED) {
            return largest;
        }
        Promise each = promise.sharedAmong(phases().size());
        return weakest(phases().entrySet().stream()
                        .map(it -> profile.peak(kind, it.getKey(), it.getValue(), each))
                        .filter(it -> Assurance.of(it.method()) != Assurance.PROVED)
                        .toList())
                .orElse(largest);
    }

    private static Optional<MemoryBound> weakest(Collection<MemoryBound> unproved) {
        return unproved.stream().max(Comparator.comparing(MemoryBound::upper));
    }

    /** Returns the method by which the time is bounded. */
    String timeMethod(StageProfile profile, SliceKind kind, Promise promise) {
        Promise shared = promise.sharedAmong(1L + others.size());
        SubjobBound time = profile.subjobs(kind, shared).time();
        return time.proved(atoms)
                ? weakestTime(profile, kind, others, shared).orElse(Assurance.WHOLE_SUBJOBS)
                : unlessRising(timeMethodByPhases(profile, kind, phases(), promise), time.rises(atoms));
    }

    /** Returns the method by which the time of a cold worker's subjob is bounded; it proves nothing where those of warm ones rise. */
    static String timeMethodOfCold(StageProfile profile, SliceKind kind, Map<Phase, Long> phases, Promise promise) {
        OptionalLong atoms = coldAtoms(phases);
        boolean rises =
                atoms.isPresent() && profile.subjobs(kind, promise).time().rises(atoms.getAsLong());
        return unlessRising(timeMethodByPhases(profile, kind, phases, promise), rises);
    }

    /** Returns the method by which the time is bounded where each phase is bounded alone. */
    private static String timeMethodByPhases(
            StageProfile profile, SliceKind kind, Map<Phase, Long> phases, Promise promise) {
        return weakestTime(profile, kind, phases, promise.sharedAmong(phases.size()))
                .orElse(Assurance.ORDER_STATISTIC);
    }

    /** Returns the method of the longest bound that is not proved. */
    private static Optional<String> weakestTime(
            StageProfile profile, SliceKind kind, Map<Phase, Long> phases, Promise each) {
        return phases.entrySet().stream()
                .map(it -> profile.span(kind, it.getKey(), it.getValue(), each))
                .filter(it -> Assurance.of(it.method()) != Assurance.PROVED)
                .max(Comparator.comparing(TimeBound::upper))
                .map(TimeBound::method);
    }

    private Map<Phase, Long> phases() {
        Map<Phase, Long> phases = new LinkedHashMap<>(others);
        phases.put(Phase.RESTORE, 1L);
        phases.put(Phase.WARM_UP, 1L);
        phases.put(Phase.CHECKPOINT, 1L);
        if (atoms > 1) {
            phases.put(Phase.STEADY, atoms - 1);
        }
        return phases;
    }
}
