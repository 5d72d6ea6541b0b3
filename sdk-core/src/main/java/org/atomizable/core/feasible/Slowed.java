package org.atomizable.core.feasible;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.profile.TimeBound;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.profile.JobProfile;

/**
 * What is known of a job, for a window in which jobs beside it may slow it down. Each bound of a time is that of the job alone, times
 * the slowdown that the window tells. Typical times and memory stay as they are.
 *
 * <p>Times that were measured beside others count as those of {@linkplain #kind another kind of slice}, so that they do not widen the
 * bounds of the job alone. They are used where the job was never seen alone on a kind: they are no shorter than times alone, so a
 * bound by them holds as well.
 *
 * @param alone what is known of the job alone
 * @param seenAlone tells by which kind of slice a question is answered
 * @param factor of all bounds of times; more than 1
 */
public record Slowed(Profile alone, JobProfile seenAlone, double factor) implements Profile {

    private static final String BESIDE_OTHERS = " beside others";

    /**
     * Returns what is known for a window with that slowdown.
     *
     * @param seen the job's profile
     * @param ahead the same as seen from the job's next atom
     */
    public static Profile by(double slowdown, JobProfile seen, Profile ahead) {
        return slowdown == 1 ? ahead : new Slowed(ahead, seen, slowdown);
    }

    /** Returns the kind of slice under which times in such a window are kept. */
    public static SliceKind kind(SliceKind kind, double slowdown) {
        return slowdown == 1 ? kind : new SliceKind(kind.name() + BESIDE_OTHERS);
    }

    /** Returns samples that were made in such a window, as they are kept. */
    public static List<Sample> kept(List<Sample> samples, double slowdown) {
        return slowdown == 1
                ? samples
                : samples.stream()
                        .map(it -> new Sample(
                                kind(it.kind(), slowdown),
                                it.phase(),
                                it.took(),
                                it.peak(),
                                it.unfinished(),
                                it.atom()))
                        .toList();
    }

    /** The kind by whose samples a question is answered: those beside others only where there are none alone. */
    private SliceKind answering(SliceKind kind) {
        SliceKind beside = kind(kind, factor);
        return knows(kind) || !knows(beside) ? kind : beside;
    }

    private boolean knows(SliceKind kind) {
        return Stream.of(Phase.STEADY, Phase.WARM_UP, Phase.COLD_WARM_UP)
                .anyMatch(it -> !seenAlone.samples(kind, it).isEmpty());
    }

    private Duration longer(Duration bound) {
        return bound.compareTo(JobProfile.UNKNOWN_TIME) >= 0
                ? bound
                : Duration.ofNanos((long) Math.ceil(bound.toNanos() * factor));
    }

    @Override
    public MemoryBound peak(SliceKind kind, Phase phase, long atoms, Promise promise) {
        return alone.peak(answering(kind), phase, atoms, promise);
    }

    @Override
    public TimeBound span(SliceKind kind, Phase phase, long atoms, Promise promise) {
        TimeBound bound = alone.span(answering(kind), phase, atoms, promise);
        return new TimeBound(longer(bound.upper()), bound.typical(), bound.promise(), bound.samples(), bound.method());
    }

    @Override
    public Duration single(SliceKind kind, Phase phase, Promise promise) {
        return longer(alone.single(answering(kind), phase, promise));
    }

    @Override
    public Footprint footprint(SliceKind kind, long atoms, Promise promise) {
        return longer(alone.footprint(answering(kind), atoms, promise));
    }

    @Override
    public Footprint footprint(SliceKind kind, Map<Phase, Long> phases, Promise promise) {
        return longer(alone.footprint(answering(kind), phases, promise));
    }

    private Footprint longer(Footprint bound) {
        if (bound.time().compareTo(JobProfile.UNKNOWN_TIME) >= 0) {
            return bound;
        }
        Duration time = longer(bound.time());
        Footprint.Reserve reserve = Footprint.Reserve.usual(longer(bound.oneAtom()), longer(bound.checkpoint()));
        // The time until the last atom begins, of which the lease is made, is slowed down like all others.
        Duration last = bound.lease().minus(bound.reserve().beforeAtom());
        Duration guarded = longer(last.isNegative() ? Duration.ZERO : last).plus(reserve.beforeAtom());
        Duration whole = time.plus(Footprint.Reserve.KEPT_FREE);
        return new Footprint(
                bound.memory(),
                time,
                bound.typical(),
                bound.useful(),
                reserve.atom(),
                reserve.checkpoint(),
                guarded.compareTo(whole) > 0 ? guarded : whole);
    }

    /** If {@code length} is {@link JobProfile#ANY_LENGTH} or more, memory alone decides. */
    @Override
    public long mostAtoms(SliceKind kind, Bytes capacity, Duration length, long wanted, Promise promise) {
        return length.compareTo(JobProfile.ANY_LENGTH) >= 0
                ? alone.mostAtoms(answering(kind), capacity, length, wanted, promise)
                : Profile.super.mostAtoms(kind, capacity, length, wanted, promise);
    }
}
