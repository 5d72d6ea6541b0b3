package org.atomizable.profiler.profile;

import java.util.LinkedHashMap;
import java.util.Map;
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
 * @param first the first atom of every subjob that is asked for
 * @param cold whether each is its worker's first of this job
 */
record CourseProfile(JobProfile profile, JobSpec spec, long first, boolean cold) implements Profile {

    @Override
    public MemoryBound peak(SliceKind kind, Phase phase, long atoms, Promise promise) {
        return profile.peak(kind, phase, atoms, promise);
    }

    @Override
    public TimeBound span(SliceKind kind, Phase phase, long atoms, Promise promise) {
        return profile.span(kind, phase, atoms, promise);
    }

    @Override
    public Footprint footprint(SliceKind kind, long atoms, Promise promise) {
        if (atoms < 1) {
            throw new IllegalArgumentException("a subjob has 1 atom or more, was asked for " + atoms);
        }
        return profile.footprint(kind, phases(atoms), promise);
    }

    private Phase asIs(Phase phase) {
        return cold ? phase.cold() : phase;
    }

    Map<Phase, Long> phases(long atoms) {
        long end = atoms > Long.MAX_VALUE - first ? Long.MAX_VALUE : first + atoms;
        Map<Phase, Long> phases = new LinkedHashMap<>();
        phases.put(asIs(Phase.RESTORE), 1L);
        phases.put(asIs(Phase.CHECKPOINT), 1L);
        phases.put(asIs(Phase.WARM_UP), 1L);
        long most = 0;
        for (String name : spec.recurring().keySet()) {
            long count = spec.recurrences(name, first, end);
            if (count > 0) {
                phases.put(new Phase(name), count);
            }
            most = Math.max(most, count);
        }
        // Several phases may recur at one atom: at least so many are left. The first of them is the warm-up, unless it
        // follows
        // one that recurs.
        boolean recursAtFirst = !new Phase(spec.phaseOf(first)).equals(Phase.STEADY);
        long steady = atoms - most - (recursAtFirst ? 0 : 1);
        if (steady > 0) {
            phases.put(Phase.STEADY, steady);
        }
        return phases;
    }
}
