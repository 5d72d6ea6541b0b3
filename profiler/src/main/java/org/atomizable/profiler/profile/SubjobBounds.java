package org.atomizable.profiler.profile;

import java.time.Duration;
import java.util.function.BiFunction;
import org.atomizable.api.Bytes;
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
     */
    private record Frame(Bytes memory, Duration time) {

        static Frame of(BiFunction<Phase, Promise, PhaseBounds> bounds, Promise each) {
            Bytes memory = Bytes.ZERO;
            Duration time = Duration.ZERO;
            for (Phase phase : new Phase[] {Phase.RESTORE, Phase.WARM_UP, Phase.CHECKPOINT}) {
                PhaseBounds of = bounds.apply(phase, each);
                memory = memory.max(of.peak().bound(1).upper());
                time = time.plus(of.span().bound(1).upper());
            }
            return new Frame(memory, time);
        }

        boolean fits(Bytes capacity, Duration length) {
            return !memory.exceeds(capacity) && time.compareTo(length) <= 0;
        }
    }

    static SubjobBounds of(BiFunction<Phase, Promise, PhaseBounds> bounds, Promise promise) {
        Promise each = promise.sharedAmong(4);
        return new SubjobBounds(
                Frame.of(bounds, promise.sharedAmong(3)), Frame.of(bounds, each), bounds.apply(Phase.STEADY, each));
    }

    long mostAtoms(Bytes capacity, Duration length, long wanted) {
        if (wanted > 1 && several.fits(capacity, length)) {
            long steadyAtoms = steady.most(capacity, length.minus(several.time()));
            if (steadyAtoms > 0) {
                return steadyAtoms >= wanted - 1 ? wanted : 1 + steadyAtoms;
            }
        }
        return wanted > 0 && one.fits(capacity, length) ? 1 : 0;
    }
}
