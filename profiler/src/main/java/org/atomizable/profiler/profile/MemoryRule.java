package org.atomizable.profiler.profile;

import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Promise;
import org.atomizable.profiler.fit.BlockBounds;

/**
 * How the memory of one phase is bounded: up to so many atoms by what is proved of blocks of peaks, beyond by what was
 * declared or else by the largest peak, widened. An order statistic is never more than the largest peak seen, and both other
 * answers are never less, so the bound cannot shrink where a longer subjob or a stricter promise asks for more than the
 * samples can prove.
 */
final class MemoryRule {

    /** More than any slice has. */
    static final Bytes BOUNDLESS = Bytes.of(Long.MAX_VALUE);

    private final BlockBounds bounds;
    private final long proved;
    private final MemoryBound beyond;
    private final Promise promise;
    private final int samples;
    private final String note;

    private MemoryRule(BlockBounds bounds, long proved, MemoryBound beyond, Promise promise, int samples, String note) {
        this.bounds = bounds;
        this.proved = proved;
        this.beyond = beyond;
        this.promise = promise;
        this.samples = samples;
        this.note = note;
    }

    /**
     * Works it out.
     *
     * @param promise what is promised
     * @param asked what is asked of the samples so that it will be kept
     * @param margin by which bounds are widened beside
     */
    static MemoryRule of(Evidence evidence, Optional<Bytes> declared, Promise promise, Promise asked, double margin) {
        Series series = evidence.series();
        boolean counted = series.largestPeak().exceeds(Bytes.ZERO);
        BlockBounds bounds = series.peaks().under(asked.theta(), asked.gamma()).times(evidence.larger() * margin);
        return new MemoryRule(
                bounds,
                counted && evidence.provable() ? bounds.provedUpTo() : 0,
                beyond(evidence, declared, promise, counted, bounds, margin),
                promise,
                series.size(),
                evidence.note());
    }

    private static MemoryBound beyond(
            Evidence evidence,
            Optional<Bytes> declared,
            Promise promise,
            boolean counted,
            BlockBounds bounds,
            double margin) {
        Series series = evidence.series();
        if (declared.isPresent() && !series.largestPeak().exceeds(declared.get())) {
            // What was declared covers every phase; but it must not undercut what a weaker promise had proven.
            Bytes largest = series.largestPeak().times(evidence.larger() * margin);
            Bytes upper = evidence.provable() ? declared.get().max(largest) : declared.get();
            return new MemoryBound(upper, promise, series.size(), "declared");
        }
        if (series.isEmpty()) {
            return new MemoryBound(BOUNDLESS, promise, 0, "unknown");
        }
        return new MemoryBound(
                bytes(bounds.of(Long.MAX_VALUE)),
                promise,
                series.size(),
                counted ? "widened maximum" + evidence.note() : "not counted");
    }

    private static Bytes bytes(double count) {
        return count < Long.MAX_VALUE ? Bytes.of((long) Math.ceil(count)) : BOUNDLESS;
    }

    MemoryBound bound(long atoms) {
        return atoms > proved
                ? beyond
                : new MemoryBound(bytes(bounds.of(atoms)), promise, samples, "order statistic" + note);
    }

    /** Returns the most atoms bounded by no more than that; 0 if not even one is. */
    long most(Bytes capacity) {
        if (!beyond.upper().exceeds(capacity)) {
            return Long.MAX_VALUE;
        }
        return proved == 0 ? 0 : Math.min(proved, bounds.most((double) capacity.count()));
    }
}
