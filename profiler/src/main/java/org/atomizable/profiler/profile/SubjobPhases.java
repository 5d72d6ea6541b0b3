package org.atomizable.profiler.profile;

import java.time.Duration;
import java.util.function.BiFunction;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;

/**
 * The bounds of subjobs if each of their phases keeps its share of the promise. The same inequalities as those of
 * {@link org.atomizable.api.profile.Profile#footprint}, solved for the number of atoms instead of tried.
 *
 * @param one of a subjob of one atom
 * @param several of a subjob of two or more, whose promise is shared among one phase more
 * @param steady of the second atom and those after it
 * @param reserve of a subjob of several atoms
 */
record SubjobPhases(Frame one, Frame several, PhaseBounds steady, Reserve reserve) {

    /**
     * Restore, first atom and checkpoint.
     *
     * @param memory the bound of the one that needs most
     * @param start the bound of what comes before the last atom
     * @param first the bound of the first atom
     * @param reserve what is kept free for them
     * @param time nanoseconds of all three
     */
    private record Frame(Bytes memory, Duration start, Duration first, Reserve reserve, long time) {

        static Frame of(BiFunction<Phase, Promise, PhaseBounds> bounds, Promise each) {
            PhaseBounds restore = bounds.apply(Phase.RESTORE, each);
            PhaseBounds warmUp = bounds.apply(Phase.WARM_UP, each);
            PhaseBounds checkpoint = bounds.apply(Phase.CHECKPOINT, each);
            Bytes memory = restore.peak()
                    .bound(1)
                    .upper()
                    .max(warmUp.peak().bound(1).upper())
                    .max(checkpoint.peak().bound(1).upper());
            Duration start = restore.span().bound(1).upper();
            Duration first = warmUp.span().bound(1).upper();
            Duration last = checkpoint.span().bound(1).upper();
            return new Frame(
                    memory,
                    start,
                    first,
                    Reserve.usual(warmUp.span().single(), checkpoint.span().single()),
                    start.plus(first).plus(last).toNanos());
        }

        /**
         * Returns the frame of a subjob whose first atom is its only one, which is bounded like any other too. Where one of those was slow,
         * it needs as long a window as two: else single atoms would fit, and nothing would be learnt of the others any more.
         */
        Frame alone(Frame several, TimeRule firsts, TimeRule others) {
            if (!others.mayTakeLongerThan(firsts)) {
                return this;
            }
            Reserve slow = Reserve.usual(others.single(), several.reserve.checkpoint());
            Duration other = others.bound(1).upper();
            Duration longer = other.compareTo(first) > 0 ? other : first;
            return new Frame(
                    memory,
                    several.start.plus(several.first),
                    longer,
                    several.reserve.max(slow),
                    time + longer.minus(first).toNanos());
        }
    }

    static SubjobPhases of(BiFunction<Phase, Promise, PhaseBounds> bounds, Promise promise) {
        Promise each = promise.sharedAmong(4);
        Frame several = Frame.of(bounds, each);
        PhaseBounds steady = bounds.apply(Phase.STEADY, each);
        return new SubjobPhases(
                Frame.of(bounds, promise.sharedAmong(3))
                        .alone(several, bounds.apply(Phase.WARM_UP, each).span(), steady.span()),
                several,
                steady,
                several.reserve.max(Reserve.usual(steady.span().single(), several.reserve.checkpoint())));
    }

    /** Returns the footprint of a subjob of one atom, whose own phases are bounded by that; the atom is bounded like any other. */
    Footprint alone(Footprint byOwnPhases) {
        Duration time = Duration.ofNanos(one.time());
        Duration whole = time.plus(Reserve.KEPT_FREE);
        Duration guarded = one.start.plus(one.reserve.beforeAtom());
        return new Footprint(
                byOwnPhases.memory(),
                time,
                byOwnPhases.typical(),
                byOwnPhases.useful(),
                one.reserve.atom(),
                one.reserve.checkpoint(),
                whole.compareTo(guarded) >= 0 ? whole : guarded);
    }

    /** Returns the reserve of a subjob of one atom. */
    Reserve reserveOfOne() {
        return one.reserve;
    }

    /** Returns the most atoms whose lease is no longer than that; 0 if not even one's is. */
    long most(Duration length) {
        long others = others(length);
        if (others > 0) {
            return plusOne(others);
        }
        return one.start.plus(reserveOfOne().beforeAtom()).compareTo(length) <= 0 ? 1 : 0;
    }

    /** All of them must fit, and all but the last with the reserve that is asked for before the last. */
    private long others(Duration length) {
        long all = steady.span()
                .most(length.minus(Duration.ofNanos(several.time())).minus(Reserve.KEPT_FREE));
        Duration beforeLast =
                length.minus(several.start).minus(several.first).minus(reserve().beforeAtom());
        if (all == 0 || beforeLast.isNegative()) {
            return 0;
        }
        long butLast = steady.span().most(beforeLast);
        return butLast == Long.MAX_VALUE ? all : Math.min(all, butLast + 1);
    }

    SubjobBound.ByPhases memory() {
        return new Memory(one.memory.count(), several.memory.count(), steady.peak());
    }

    SubjobBound.ByPhases time() {
        return new Time(one.time(), several.time(), steady.span());
    }

    private record Memory(long one, long several, MemoryRule steady) implements SubjobBound.ByPhases {
        @Override
        public long of(long atoms) {
            return atoms == 1
                    ? one
                    : Math.max(several, steady.bound(atoms - 1).upper().count());
        }

        @Override
        public long most(long limit, long fits) {
            long others = several <= limit ? steady.most(Bytes.of(limit)) : 0;
            return others > 0 ? plusOne(others) : one <= limit ? 1 : 0;
        }
    }

    private record Time(long one, long several, TimeRule steady) implements SubjobBound.ByPhases {
        @Override
        public long of(long atoms) {
            return atoms == 1 ? one : several + steady.upper(atoms - 1);
        }

        @Override
        public long most(long limit, long fits) {
            long others = several <= limit ? steady.most(Duration.ofNanos(limit - several)) : 0;
            return others > 0 ? plusOne(others) : one <= limit ? 1 : 0;
        }
    }

    private static long plusOne(long atoms) {
        return atoms == Long.MAX_VALUE ? atoms : atoms + 1;
    }
}
