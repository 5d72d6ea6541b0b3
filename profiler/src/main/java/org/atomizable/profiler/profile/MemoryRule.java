package org.atomizable.profiler.profile;

import java.util.Optional;
import java.util.OptionalLong;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Promise;

/**
 * How memory is bounded. An order statistic is never more than the largest peak seen, and both other answers are never less,
 * so the bound cannot shrink where a longer subjob or a stricter promise asks for more than the samples can prove.
 */
final class MemoryRule {

    /** More than any slice has. */
    static final Bytes BOUNDLESS = Bytes.of(Long.MAX_VALUE);

    /** Allocators round up, and what fragments grows slowly: a quarter more than ever seen. */
    static final double WIDENING = 1.25;

    private MemoryRule() {}

    static MemoryBound bound(Evidence evidence, Optional<Bytes> declared, long atoms, Promise promise) {
        Series series = evidence.series();
        boolean counted = series.largestPeak().exceeds(Bytes.ZERO);
        OptionalLong proven = counted ? proven(evidence, atoms, promise) : OptionalLong.empty();
        if (proven.isPresent()) {
            Bytes upper = Bytes.of(proven.getAsLong()).max(series.recentPeak()).times(evidence.larger());
            return new MemoryBound(upper, promise, series.size(), "order statistic" + evidence.note());
        }
        Bytes largest = series.largestPeak().times(evidence.larger());
        if (declared.isPresent() && !series.largestPeak().exceeds(declared.get())) {
            // What was declared covers every phase; but it must not undercut what a weaker promise had proven.
            Bytes upper = evidence.provable() ? declared.get().max(largest) : declared.get();
            return new MemoryBound(upper, promise, series.size(), "declared");
        }
        if (series.isEmpty()) {
            return new MemoryBound(BOUNDLESS, promise, 0, "unknown");
        }
        String method = counted ? "widened maximum" + evidence.note() : "not counted";
        return new MemoryBound(largest.times(WIDENING), promise, series.size(), method);
    }

    /** By the union bound: all of {@code atoms} peaks stay below a bound if each fails with {@code theta / atoms}. */
    private static OptionalLong proven(Evidence evidence, long atoms, Promise promise) {
        double each = promise.theta() / atoms;
        return evidence.provable() && each > 0
                ? evidence.series().peaks().bound(each, promise.gamma())
                : OptionalLong.empty();
    }
}
