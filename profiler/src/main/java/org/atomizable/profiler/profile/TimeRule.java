package org.atomizable.profiler.profile;

import java.time.Duration;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.TimeBound;
import org.atomizable.profiler.fit.BlockBounds;

/**
 * How the time of one phase is bounded: by sums over blocks of atoms in recorded order; and while an atom is remembered that
 * was stopped before its end, by what such an atom is expected to take and the bound of the others.
 */
final class TimeRule {

    /** Longer than any window, and short enough that sums of it stay far from overflow. */
    static final Duration FOREVER = Duration.ofDays(1000);

    /**
     * A bound may be exceeded with a stated probability, but a window must not be overrun: what is kept free is exceeded so many
     * times less often.
     */
    private static final double MORE_CERTAIN = 20;

    /** Where times differ by orders of magnitude, their tail reaches further than any window, and shows nothing. */
    private static final int FURTHEST = 10;

    /** How often a time is exceeded that counts as slow. */
    private static final double SELDOM = 1e-3;

    private final Evidence evidence;
    private final Series series;
    private final Promise promise;
    private final BlockBounds bounds;
    private final double single;
    private final double atLeast;

    private TimeRule(Evidence evidence, Promise promise, Promise asked) {
        this.evidence = evidence;
        this.series = evidence.series();
        this.promise = promise;
        this.bounds = series.times().under(asked.epsilon(), asked.gamma()).times(evidence.slower());
        this.single = series.times().next(asked.epsilon() / MORE_CERTAIN).orElse(0) * evidence.slower();
        this.atLeast = series.atLeast() * evidence.slower();
    }

    /**
     * Works it out.
     *
     * @param promise what is promised
     * @param asked what is asked of the samples so that it will be kept
     * @param margin by which bounds are widened beside
     */
    static TimeRule of(Evidence evidence, Promise promise, Promise asked, double margin) {
        return new TimeRule(evidence.widened(margin), promise, asked);
    }

    /** Returns the time to keep free for one: the bound of one, or more. */
    Duration single() {
        Duration bound = bound(1).upper();
        Duration limit = duration(Math.min(single, FURTHEST * (double) bound.toNanos()));
        return limit.compareTo(bound) > 0 ? limit : bound;
    }

    /** Tells whether one of these may take longer than one of others. It does not depend on the promise, so that bounds grow with that. */
    boolean mayTakeLongerThan(TimeRule others) {
        return slow() > others.slow();
    }

    private double slow() {
        return Math.max(series.times().next(SELDOM).orElse(0), series.atLeast());
    }

    TimeBound bound(long atoms) {
        if (bounds.isEmpty()) {
            return new TimeBound(FOREVER, FOREVER, promise, 0, "unknown");
        }
        double usual = bounds.of(atoms);
        double after = after(atoms);
        Duration upper = duration(Math.max(usual, after));
        Duration typical = duration(series.times().typical(atoms).orElseThrow());
        return new TimeBound(
                upper,
                typical.compareTo(upper) < 0 ? typical : upper,
                promise,
                series.times().size(),
                (evidence.provable() ? bounds.method(atoms) : BlockBounds.Method.WIDENED_MAXIMUM)
                        + evidence.note()
                        + (after > usual ? ", after an overrun" : ""));
    }

    /** Returns the expected time of {@code atoms} atoms after an atom was stopped; 0 if none was stopped lately. */
    private double after(long atoms) {
        return atLeast == 0 ? 0 : atLeast + (atoms > 1 ? bounds.of(atoms - 1) : 0);
    }

    /** Returns the bound alone, in nanoseconds. */
    long upper(long atoms) {
        return (bounds.isEmpty() ? FOREVER : duration(Math.max(bounds.of(atoms), after(atoms)))).toNanos();
    }

    /** Tells whether a phase is remembered that was stopped before its end. */
    boolean remembersOverrun() {
        return atLeast > 0;
    }

    private static Duration duration(double nanoseconds) {
        return nanoseconds < FOREVER.toNanos() ? Duration.ofNanos((long) Math.ceil(nanoseconds)) : FOREVER;
    }

    /** Returns the most atoms bounded by no more than that; 0 if not even one is. */
    long most(Duration length) {
        if (length.compareTo(FOREVER) >= 0) {
            return Long.MAX_VALUE;
        }
        double limit = length.toNanos();
        if (limit < atLeast) {
            return 0;
        }
        long most = bounds.most(limit);
        long others = atLeast == 0 ? most : bounds.most(limit - atLeast);
        return others == Long.MAX_VALUE ? most : Math.min(most, atLeast == 0 ? most : others + 1);
    }
}
