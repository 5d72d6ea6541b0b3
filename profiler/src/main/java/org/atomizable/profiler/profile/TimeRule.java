package org.atomizable.profiler.profile;

import java.time.Duration;
import java.util.OptionalDouble;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.TimeBound;
import org.atomizable.profiler.fit.BlockSums;

/** How time is bounded: by sums over blocks of atoms in recorded order. */
final class TimeRule {

    /** Longer than any window, and short enough that sums of it stay far from overflow. */
    static final Duration FOREVER = Duration.ofDays(1000);

    private TimeRule() {}

    static TimeBound bound(Evidence evidence, long atoms, Promise promise) {
        Series series = evidence.series();
        if (series.isEmpty()) {
            return new TimeBound(FOREVER, FOREVER, promise, 0, "unknown");
        }
        BlockSums times = series.times();
        OptionalDouble proven =
                evidence.provable() ? times.proven(atoms, promise.epsilon(), promise.gamma()) : OptionalDouble.empty();
        double upper = proven.orElseGet(() -> times.widened(atoms).orElseThrow());
        Duration bound = duration(upper * evidence.slower());
        Duration typical = duration(times.typical(atoms).orElseThrow());
        String method = proven.isPresent() ? "order statistic" : "widened maximum";
        return new TimeBound(
                bound,
                typical.compareTo(bound) < 0 ? typical : bound,
                promise,
                series.size(),
                method + evidence.note());
    }

    private static Duration duration(double nanoseconds) {
        return nanoseconds < FOREVER.toNanos() ? Duration.ofNanos((long) Math.ceil(nanoseconds)) : FOREVER;
    }
}
