package org.atomizable.profiler.profile;

import java.time.Duration;
import java.util.function.BiFunction;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;

/**
 * How many atoms fit, on one kind of slice under one promise. The same inequalities as those of
 * {@link org.atomizable.api.profile.Profile#footprint}, solved for the number of atoms instead of tried.
 *
 * @param one of a subjob of one atom
 * @param several of a subjob of two or more, whose promise is shared among one phase more
 * @param steady of the second atom and those after it
 */
record SubjobBounds(Frame one, Frame several, PhaseBounds steady) {

    /**
     * Restore, first atom and checkpoint.
     *
     * @param memory the bound of the one that needs most
     * @param time the sum of their bounds
     * @param start the bound of the restore
     * @param first the bound of the first atom
     * @param checkpoint the bound of the checkpoint
     */
    private record Frame(Bytes memory, Duration time, Duration start, Duration first, Duration checkpoint) {

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
            return new Frame(memory, start.plus(first).plus(last), start, first, last);
        }

        /** Tells whether a single atom fits, its reserve included. */
        boolean fits(Bytes capacity, Duration length) {
            Duration lease = start.plus(Reserve.usual(first, checkpoint).beforeAtom());
            return !memory.exceeds(capacity) && lease.compareTo(length) <= 0;
        }
    }

    static SubjobBounds of(BiFunction<Phase, Promise, PhaseBounds> bounds, Promise promise) {
        Promise each = promise.sharedAmong(4);
        return new SubjobBounds(
                Frame.of(bounds, promise.sharedAmong(3)), Frame.of(bounds, each), bounds.apply(Phase.STEADY, each));
    }

    long mostAtoms(Bytes capacity, Duration length, long wanted) {
        if (wanted > 1 && !several.memory().exceeds(capacity)) {
            long steadyAtoms = steadyAtoms(capacity, length);
            if (steadyAtoms > 0) {
                return steadyAtoms >= wanted - 1 ? wanted : 1 + steadyAtoms;
            }
        }
        return wanted > 0 && one.fits(capacity, length) ? 1 : 0;
    }

    /** All of them must fit, and all but the last with the reserve that is asked for before the last. */
    private long steadyAtoms(Bytes capacity, Duration length) {
        long all = steady.most(capacity, length.minus(several.time()).minus(Reserve.KEPT_FREE));
        Duration single = steady.span().bound(1).upper();
        Duration longest = single.compareTo(several.first()) > 0 ? single : several.first();
        Duration beforeLast = length.minus(several.start())
                .minus(several.first())
                .minus(Reserve.usual(longest, several.checkpoint()).beforeAtom());
        if (all == 0 || beforeLast.isNegative()) {
            return 0;
        }
        long butLast = steady.span().most(beforeLast);
        return butLast == Long.MAX_VALUE ? all : Math.min(all, butLast + 1);
    }
}
