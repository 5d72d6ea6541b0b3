package org.atomizable.profiler.profile;

import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Promise;
import org.atomizable.profiler.fit.BlockBounds;
import org.atomizable.profiler.fit.Widening;

/**
 * How the memory of one phase is bounded. Up to a certain number of atoms it uses the proof from blocks of peaks;
 * beyond that, the declaration, or an assumption about the largest peaks. An order statistic is never more than the
 * largest peak seen, and all other answers are never less. The bound therefore cannot shrink if a longer subjob or a
 * stricter promise needs more than the samples can prove. Nor is an atom bounded below what other atoms need, unless that is proved.
 */
final class MemoryRule {

    /** More than any slice has. */
    static final Bytes BOUNDLESS = Bytes.of(Long.MAX_VALUE);

    private final Evidence evidence;
    private final BlockBounds bounds;
    private final boolean counted;
    private final boolean provable;
    private final long proved;
    private final Limits limits;
    private final Bytes floor;
    private final Bytes least;

    /** The bound of one atom in other phases. */
    private final Bytes alike;

    private final Promise promise;

    /** Of any number of atoms. */
    private final Bytes ofAny;

    private MemoryRule(
            Evidence evidence, BlockBounds bounds, Limits limits, List<MemoryRule> besides, Promise promise) {
        Series series = evidence.series();
        this.evidence = evidence;
        this.bounds = bounds;
        this.counted = series.largestPeak().exceeds(Bytes.ZERO);
        this.provable = counted && evidence.provable();
        this.proved = provable ? bounds.provedUpTo() : 0;
        this.limits = limits.against(series.largestPeak());
        this.floor = evidence.provable() ? series.newestPeak() : Bytes.ZERO;
        Bytes largest =
                series.largestPeak().times(Widening.LEAST * evidence.larger()).max(floor);
        this.least = besides.stream().map(it -> it.least).reduce(largest, Bytes::max);
        this.alike = besides.stream().map(it -> it.bound(1).upper()).reduce(Bytes.ZERO, Bytes::max);
        this.promise = promise;
        this.ofAny = bound(Long.MAX_VALUE).upper();
    }

    /**
     * Works it out.
     *
     * @param limits of what is not proved
     * @param widening of the largest peak
     * @param promise what is promised
     * @param asked what is asked of the samples so that it will be kept
     * @param margin by which bounds are widened beside
     */
    static MemoryRule of(
            Evidence evidence, Limits limits, Widening widening, Promise promise, Promise asked, double margin) {
        Evidence wider = evidence.widened(margin);
        BlockBounds bounds = evidence.series()
                .peaks()
                .under(asked.theta(), asked.gamma(), widening)
                .times(wider.larger());
        return new MemoryRule(wider, bounds, limits, List.of(), promise);
    }

    /** Returns the rule of a phase whose atoms are like those of others. */
    MemoryRule besides(List<MemoryRule> others) {
        List<MemoryRule> seen = others.stream().filter(it -> it.provable).toList();
        return seen.isEmpty() ? this : new MemoryRule(evidence, bounds, limits, seen, promise);
    }

    private static Bytes bytes(double count) {
        return count < Long.MAX_VALUE ? Bytes.of((long) Math.ceil(count)) : BOUNDLESS;
    }

    MemoryBound bound(long atoms) {
        if (!counted) {
            return uncounted();
        }
        long covered = provable ? atoms : Long.MAX_VALUE;
        Bytes measured = bytes(bounds.of(covered)).max(floor);
        String method = bounds.method(covered) + evidence.note();
        if (atoms <= proved) {
            return bound(limits.proved(measured), method);
        }
        Bytes guess = measured.max(alike);
        return bound(limits.guessed(guess, least), limits.method(guess, least, method));
    }

    /** Returns the bound for a job that does not count its memory. */
    private MemoryBound uncounted() {
        return limits.prior()
                .map(it -> bound(it.most(), it.method()))
                .orElseGet(() ->
                        evidence.series().isEmpty() ? bound(BOUNDLESS, "unknown") : bound(Bytes.ZERO, "not counted"));
    }

    private MemoryBound bound(Bytes upper, String method) {
        return new MemoryBound(upper, promise, evidence.series().size(), method);
    }

    /** Returns the most atoms bounded by no more than that; 0 if not even one is. */
    long most(Bytes capacity) {
        if (!ofAny.exceeds(capacity)) {
            return Long.MAX_VALUE;
        }
        if (floor.exceeds(capacity) || !provable) {
            return 0;
        }
        long most = bounds.most((double) capacity.count());
        return limits.declare() || alike.exceeds(capacity) ? Math.min(proved, most) : most;
    }
}
