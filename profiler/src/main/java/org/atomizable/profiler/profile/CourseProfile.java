package org.atomizable.profiler.profile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.TimeBound;
import org.atomizable.api.window.SliceKind;

/**
 * A profile as seen from one atom of a job some of whose atoms are unlike the others, or whose worker is cold.
 *
 * <p>A subjob that touches several stages is bounded like one subjob of each, one after the other, which share its promise.
 * Each has a checkpoint, since the subjob may have to stop in any of them. So a bound is never less than that of a stage which
 * the subjob touches, and never falls with more atoms.
 *
 * @param first the first atom of every subjob that is asked for
 * @param cold whether each is its worker's first of this job
 */
record CourseProfile(StageProfiles stages, JobSpec spec, long first, boolean cold) implements Profile {

    /** The atoms of a subjob in one stage. */
    private record Leg(StageProfile stage, Map<Phase, Long> phases) {}

    @Override
    public MemoryBound peak(SliceKind kind, Phase phase, long atoms, Promise promise) {
        return stages.at(first).peak(kind, phase, atoms, promise);
    }

    @Override
    public TimeBound span(SliceKind kind, Phase phase, long atoms, Promise promise) {
        return stages.at(first).span(kind, phase, atoms, promise);
    }

    @Override
    public Duration single(SliceKind kind, Phase phase, Promise promise) {
        return stages.at(first).single(kind, phase, promise);
    }

    @Override
    public Footprint footprint(SliceKind kind, long atoms, Promise promise) {
        List<Leg> legs = legs(atoms);
        Promise each = promise.sharedAmong(legs.size());
        List<Footprint> footprints = legs.stream()
                .map(it -> it.stage().footprint(kind, it.phases(), each))
                .toList();
        return footprints.size() == 1 ? footprints.get(0) : JoinedFootprint.of(footprints, promise);
    }

    /** If {@code length} is {@link JobProfile#ANY_LENGTH} or more, memory alone decides. */
    @Override
    public long mostAtoms(SliceKind kind, Bytes capacity, Duration length, long wanted, Promise promise) {
        return length.compareTo(SubjobBounds.ANY_LENGTH) < 0
                ? Profile.super.mostAtoms(kind, capacity, length, wanted, promise)
                : new MemoryAlone(this).mostAtoms(kind, capacity, length, wanted, promise);
    }

    /** The same profile, by which nothing takes time. */
    private record MemoryAlone(CourseProfile course) implements Profile {
        @Override
        public MemoryBound peak(SliceKind kind, Phase phase, long atoms, Promise promise) {
            return course.peak(kind, phase, atoms, promise);
        }

        @Override
        public TimeBound span(SliceKind kind, Phase phase, long atoms, Promise promise) {
            return new TimeBound(Duration.ZERO, Duration.ZERO, promise, 0, "not asked for");
        }

        @Override
        public Footprint footprint(SliceKind kind, long atoms, Promise promise) {
            MemoryBound memory = course.footprint(kind, atoms, promise).memory();
            Duration none = Duration.ZERO;
            return new Footprint(memory, none, none, none, none, none, none);
        }
    }

    Grounds grounds(SliceKind kind, long atoms, Promise promise) {
        List<Leg> legs = legs(atoms);
        Promise each = promise.sharedAmong(legs.size());
        return legs.stream()
                .map(it -> Grounds.of(it.stage(), kind, it.phases(), each))
                .reduce((one, other) -> one.weaker(
                        other, footprint(kind, atoms, promise).memory().method()))
                .orElseThrow();
    }

    private Phase asIs(Phase phase) {
        return cold ? phase.cold() : phase;
    }

    private List<Leg> legs(long atoms) {
        if (atoms < 1) {
            throw new IllegalArgumentException("a subjob has 1 atom or more, was asked for " + atoms);
        }
        long end = atoms > Long.MAX_VALUE - first ? Long.MAX_VALUE : first + atoms;
        List<Leg> legs = new ArrayList<>();
        for (long from = first; from < end; from = Math.min(end, stages.endOf(from))) {
            legs.add(new Leg(stages.at(from), phases(from, Math.min(end, stages.endOf(from)))));
        }
        return legs;
    }

    /** Returns the phases of the atoms from one to the one before another, with a restore before and a checkpoint after them. */
    private Map<Phase, Long> phases(long from, long end) {
        Map<Phase, Long> phases = new LinkedHashMap<>();
        phases.put(asIs(Phase.RESTORE), 1L);
        phases.put(asIs(Phase.CHECKPOINT), 1L);
        phases.put(asIs(Phase.WARM_UP), 1L);
        long most = 0;
        for (String name : spec.recurring().keySet()) {
            long count = spec.recurrences(name, from, end);
            if (count > 0) {
                phases.put(new Phase(name), count);
            }
            most = Math.max(most, count);
        }
        // Several phases may recur at one atom: at least so many are left. The first of them is the warm-up, unless it
        // follows one that recurs, or an atom of another stage.
        boolean warmsUp = from == first && new Phase(spec.phaseOf(from)).equals(Phase.STEADY);
        long steady = end - from - most - (warmsUp ? 1 : 0);
        if (steady > 0) {
            phases.put(Phase.STEADY, steady);
        }
        return phases;
    }
}
