package org.atomizable.profiler.profile;

import java.time.Duration;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.fit.SubjobCurveBounds;

/**
 * Bounds of subjobs of a restore, a first atom, others and a checkpoint, on one kind of slice under one promise, worked out so
 * that a question costs a few comparisons.
 *
 * @param memory in bytes
 * @param time in nanoseconds
 * @param phases what its phases are bounded by
 */
record SubjobBounds(SubjobBound memory, SubjobBound time, SubjobPhases phases) {

    /** No window is as long: for this length, memory alone decides how many atoms fit. */
    static final Duration ANY_LENGTH = Duration.ofDays(10_000);

    /** If there are this many subjobs, the times of longer ones are extrapolated from them. */
    private static final int ENOUGH_TO_EXTEND = 32;

    static SubjobBounds of(
            BiFunction<Phase, Promise, PhaseBounds> bounds,
            StageSamples samples,
            SliceKind kind,
            Limits limits,
            Promise promise,
            KeptPromises kept) {
        WholeSubjobs whole = samples.whole(kind);
        SubjobPhases phases = SubjobPhases.of(bounds, promise);
        boolean overrun = Stream.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT)
                .anyMatch(it -> bounds.apply(it, promise.sharedAmong(4)).span().remembersOverrun());
        return new SubjobBounds(
                new SubjobBound(
                        whole.peaksUnder(promise, kept, samples.widening()),
                        phases.memory(),
                        samples.newestPeak(),
                        kept.memory().margin(),
                        limits),
                time(whole, promise, kept, phases, overrun),
                phases);
    }

    /** After an overrun nothing is proved for a while: subjobs were exchangeable until then. */
    private static SubjobBound time(
            WholeSubjobs whole, Promise promise, KeptPromises kept, SubjobPhases phases, boolean overrun) {
        SubjobCurveBounds curves = whole.timesUnder(promise, kept);
        double margin = kept.time().margin();
        int extended = curves.levelOf(whole.times().reachedBy(ENOUGH_TO_EXTEND) + 1) - 1;
        SubjobBound.ByPhases byPhases = overrun || extended < 0
                ? phases.time()
                : new Extended(
                        phases.time(),
                        curves.atoms(extended),
                        SubjobBound.widened(curves.largest(extended), margin),
                        phases.steady().span());
        return new SubjobBound(overrun ? curves.doubted() : curves, byPhases, Bytes.ZERO, margin, Limits.NONE);
    }

    /**
     * A bound for subjobs longer than most that were seen: the largest time of those, plus a bound of the additional
     * atoms, if that is less than the phases' bound. It is a guess, which allows longer subjobs to be tried and
     * measured.
     */
    private record Extended(SubjobBound.ByPhases phases, long seen, long largest, TimeRule steady)
            implements SubjobBound.ByPhases {
        @Override
        public long of(long atoms) {
            long byPhases = phases.of(atoms);
            return atoms <= seen ? byPhases : Math.min(byPhases, largest + steady.upper(atoms - seen));
        }

        @Override
        public long most(long limit, long fits) {
            long byPhases = phases.most(limit, fits);
            boolean longer = fits >= seen && largest <= limit;
            long more = longer ? steady.most(Duration.ofNanos(limit - largest)) : 0;
            return more == 0 ? byPhases : Math.max(byPhases, more == Long.MAX_VALUE ? more : seen + more);
        }
    }

    /**
     * Returns the shortest lease of {@code atoms} atoms: the bound of all but the last one, and the reserve that is
     * required before the last one.
     */
    Duration lease(long atoms, Footprint byPhases) {
        return lease(Duration.ofNanos(time.of(atoms)), Duration.ofNanos(time.of(Math.max(1, atoms - 1))), byPhases);
    }

    /**
     * Returns the same.
     *
     * @param time of all atoms
     * @param before time of what comes before the last atom
     */
    static Duration lease(Duration time, Duration before, Footprint byPhases) {
        Duration all = time.plus(Reserve.KEPT_FREE);
        Duration guarded = before.plus(byPhases.reserve().beforeAtom());
        Duration least = guarded.compareTo(byPhases.lease()) < 0 ? guarded : byPhases.lease();
        return all.compareTo(least) > 0 ? all : least;
    }

    long mostAtoms(Bytes capacity, Duration length, long wanted) {
        if (length.compareTo(ANY_LENGTH) >= 0) {
            return Math.max(0, Math.min(wanted, memory.most(capacity.count())));
        }
        long most = Math.min(wanted, memory.most(capacity.count()));
        if (most < 1) {
            return 0;
        }
        long byPhases = phases.most(length);
        if (byPhases > 1 && !time.knowsWholeSubjobs()) {
            // By the same phases, all of these fit, and no more of them do with the reserve.
            return Math.min(most, byPhases);
        }
        long all = Math.min(most, mostWithin(length.minus(Reserve.KEPT_FREE)));
        return all < 1 ? 0 : Math.min(all, Math.max(byPhases, guarded(length)));
    }

    /** All but the last must fit with the reserve that is asked for before the last. */
    private long guarded(Duration length) {
        long butLast = mostWithin(length.minus(phases.reserve().beforeAtom()));
        if (butLast > 0) {
            return butLast == Long.MAX_VALUE ? butLast : butLast + 1;
        }
        return Math.min(1, mostWithin(length.minus(phases.reserveOfOne().beforeAtom())));
    }

    private long mostWithin(Duration length) {
        return length.isNegative() ? 0 : time.most(nanoseconds(length));
    }

    private static long nanoseconds(Duration length) {
        return length.toSeconds() < Long.MAX_VALUE / 2_000_000_000 ? length.toNanos() : Long.MAX_VALUE;
    }
}
