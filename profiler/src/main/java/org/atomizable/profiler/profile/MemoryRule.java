package org.atomizable.profiler.profile;

import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Promise;
import org.atomizable.profiler.fit.BlockBounds;

/**
 * How the memory of one phase is bounded. Up to a certain number of atoms it uses the proof from blocks of peaks;
 * beyond that, the declaration, or an assumption about the largest peaks. An order statistic is never more than the
 * largest peak seen, and all other answers are never less. The bound therefore cannot shrink if a longer subjob or a
 * stricter promise needs more than the samples can prove.
 */
final class MemoryRule {

    /** More than any slice has. */
    static final Bytes BOUNDLESS = Bytes.of(Long.MAX_VALUE);

    private final BlockBounds bounds;
    private final boolean provable;
    private final long proved;
    private final Optional<MemoryBound> beyond;
    private final boolean capped;
    private final Bytes floor;
    private final Promise promise;
    private final int samples;
    private final String note;

    /** Of any number of atoms. */
    private final Bytes ofAny;

    private MemoryRule(
            BlockBounds bounds,
            boolean provable,
            Optional<MemoryBound> beyond,
            boolean capped,
            Bytes floor,
            Promise promise,
            int samples,
            String note) {
        this.bounds = bounds;
        this.provable = provable;
        this.proved = provable ? bounds.provedUpTo() : 0;
        this.beyond = beyond;
        this.capped = capped;
        this.floor = floor;
        this.promise = promise;
        this.samples = samples;
        this.note = note;
        this.ofAny = bound(Long.MAX_VALUE).upper();
    }

    /**
     * Works it out.
     *
     * @param measured whether so much was measured that the prior is no more than a cap
     * @param promise what is promised
     * @param asked what is asked of the samples so that it will be kept
     * @param margin by which bounds are widened beside
     */
    static MemoryRule of(
            Evidence evidence, Optional<Prior> prior, boolean measured, Promise promise, Promise asked, double margin) {
        Series series = evidence.series();
        boolean counted = series.largestPeak().exceeds(Bytes.ZERO);
        BlockBounds bounds = series.peaks().under(asked.theta(), asked.gamma()).times(evidence.larger() * margin);
        return new MemoryRule(
                bounds,
                counted && evidence.provable(),
                beyond(evidence, prior, promise, counted, margin),
                measured && counted,
                evidence.provable() ? series.newestPeak() : Bytes.ZERO,
                promise,
                series.size(),
                evidence.note());
    }

    /** What is answered beyond what is proved, where that is not of the samples. */
    private static Optional<MemoryBound> beyond(
            Evidence evidence, Optional<Prior> prior, Promise promise, boolean counted, double margin) {
        Series series = evidence.series();
        if (prior.isPresent() && prior.get().standsAgainst(series)) {
            // What was declared covers every phase; but it must not undercut what a weaker promise had proven.
            Bytes largest = series.largestPeak().times(evidence.larger() * margin);
            Bytes upper = evidence.provable()
                    ? prior.get().most().max(largest)
                    : prior.get().most();
            return Optional.of(
                    new MemoryBound(upper, promise, series.size(), prior.get().method()));
        }
        if (series.isEmpty()) {
            return Optional.of(new MemoryBound(BOUNDLESS, promise, 0, "unknown"));
        }
        return counted
                ? Optional.empty()
                : Optional.of(new MemoryBound(Bytes.ZERO, promise, series.size(), "not counted"));
    }

    private static Bytes bytes(double count) {
        return count < Long.MAX_VALUE ? Bytes.of((long) Math.ceil(count)) : BOUNDLESS;
    }

    MemoryBound bound(long atoms) {
        if (atoms > proved && beyond.isPresent() && !capped) {
            return beyond.get();
        }
        long covered = provable ? atoms : Long.MAX_VALUE;
        Bytes measured = bytes(bounds.of(covered)).max(floor);
        return atoms > proved
                        && beyond.isPresent()
                        && measured.exceeds(beyond.get().upper())
                ? beyond.get()
                : new MemoryBound(measured, promise, samples, bounds.method(covered) + note);
    }

    /** Returns the most atoms bounded by no more than that; 0 if not even one is. */
    long most(Bytes capacity) {
        if (floor.exceeds(capacity)) {
            return 0;
        }
        if (!ofAny.exceeds(capacity)) {
            return Long.MAX_VALUE;
        }
        if (provable && (beyond.isEmpty() || capped)) {
            return bounds.most((double) capacity.count());
        }
        return proved == 0 ? 0 : Math.min(proved, bounds.most((double) capacity.count()));
    }
}
