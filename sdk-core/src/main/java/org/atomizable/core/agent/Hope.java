package org.atomizable.core.agent;

import java.time.Duration;
import java.util.Map;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.TimeBound;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.profile.JobProfile;

/** By which times a job plans that starves: no window is as long as its bounds. */
enum Hope {
    /** By its bounds. */
    NONE(Double.POSITIVE_INFINITY),
    /** By its typical times, and a quarter more. */
    LITTLE(1.25),
    /** By its typical times: of two subjobs one is cut, which is better than to run none. */
    MUCH(1);

    private final double overTypical;

    Hope(double overTypical) {
        this.overTypical = overTypical;
    }

    /** Returns what is planned by instead of what is known. */
    Profile by(Profile known) {
        return this == NONE ? known : new Hopeful(known, overTypical);
    }

    /**
     * The profile of a job that starves: no window is as long as its bounds. It hopes for little more than its typical times. If they are
     * not kept, its subjob is cut, which costs little; and each try tells more of its times. Memory is bounded as ever.
     *
     * @param overTypical what is hoped for, over the typical time; 1 or more
     */
    private record Hopeful(Profile known, double overTypical) implements Profile {

        /** Returns what is hoped for instead of a bound. */
        private Duration of(TimeBound bound) {
            return shorter(times(bound.typical(), overTypical), bound.upper());
        }

        private static Duration times(Duration duration, double factor) {
            return Duration.ofNanos((long) Math.ceil(duration.toNanos() * factor));
        }

        private static Duration shorter(Duration one, Duration other) {
            return one.compareTo(other) <= 0 ? one : other;
        }

        private static boolean isKnown(Duration bound) {
            return bound.compareTo(JobProfile.UNKNOWN_TIME) < 0;
        }

        @Override
        public MemoryBound peak(SliceKind kind, Phase phase, long atoms, Promise promise) {
            return known.peak(kind, phase, atoms, promise);
        }

        @Override
        public TimeBound span(SliceKind kind, Phase phase, long atoms, Promise promise) {
            TimeBound bound = known.span(kind, phase, atoms, promise);
            return isKnown(bound.upper())
                    ? new TimeBound(of(bound), bound.typical(), promise, bound.samples(), bound.method())
                    : bound;
        }

        @Override
        public Duration single(SliceKind kind, Phase phase, Promise promise) {
            return shorter(
                    known.single(kind, phase, promise),
                    span(kind, phase, 1, promise).upper());
        }

        @Override
        public Footprint footprint(SliceKind kind, long atoms, Promise promise) {
            return hoped(known.footprint(kind, atoms, promise), atoms);
        }

        @Override
        public Footprint footprint(SliceKind kind, Map<Phase, Long> phases, Promise promise) {
            long atoms = phases.entrySet().stream()
                    .filter(it -> it.getKey().hasAtoms())
                    .mapToLong(Map.Entry::getValue)
                    .sum();
            return hoped(known.footprint(kind, phases, promise), Math.max(1, atoms));
        }

        private Footprint hoped(Footprint bound, long atoms) {
            if (!isKnown(bound.time())) {
                return bound;
            }
            double factor = Math.min(
                    1,
                    overTypical
                            * bound.typical().toNanos()
                            / Math.max(1.0, (double) bound.time().toNanos()));
            Duration time = times(bound.time(), factor);
            // One atom may have been slow by far: what is kept free for the next one is hoped for as well.
            Duration usualAtom = times(bound.useful().dividedBy(atoms), overTypical);
            Footprint.Reserve reserve = Footprint.Reserve.usual(
                    shorter(usualAtom, times(bound.oneAtom(), factor)), times(bound.checkpoint(), factor));
            Duration last = bound.lease().minus(bound.reserve().beforeAtom());
            Duration guarded =
                    times(last.isNegative() ? Duration.ZERO : last, factor).plus(reserve.beforeAtom());
            Duration whole = time.plus(Footprint.Reserve.KEPT_FREE);
            return new Footprint(
                    bound.memory(),
                    time,
                    shorter(bound.typical(), time),
                    shorter(bound.useful(), time),
                    reserve.atom(),
                    shorter(usualAtom, times(bound.laterAtom(), factor)),
                    reserve.checkpoint(),
                    guarded.compareTo(whole) > 0 ? guarded : whole);
        }

        /** If {@code length} is {@link JobProfile#ANY_LENGTH} or more, memory alone decides. */
        @Override
        public long mostAtoms(SliceKind kind, Bytes capacity, Duration length, long wanted, Promise promise) {
            return length.compareTo(JobProfile.ANY_LENGTH) >= 0
                    ? known.mostAtoms(kind, capacity, length, wanted, promise)
                    : Profile.super.mostAtoms(kind, capacity, length, wanted, promise);
        }
    }
}
