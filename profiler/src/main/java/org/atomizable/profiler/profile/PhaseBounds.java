package org.atomizable.profiler.profile;

import java.time.Duration;
import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Promise;
import org.atomizable.profiler.fit.Widening;

/**
 * The bounds of one phase under one promise, computed before, so that a question costs only a few comparisons.
 *
 * @param peak bounds its memory
 * @param span bounds its duration
 */
record PhaseBounds(MemoryRule peak, TimeRule span) {

    /**
     * Works it out.
     *
     * @param widening of the largest peak where nothing is proved
     */
    static PhaseBounds of(
            Evidence memory, Evidence time, Limits limits, Widening widening, Promise promise, KeptPromises kept) {
        Promise asked = kept.asking(promise);
        return new PhaseBounds(
                MemoryRule.of(
                        memory, limits, widening, promise, asked, kept.memory().margin()),
                TimeRule.of(time, promise, asked, kept.time().margin()));
    }

    /** Returns the same of a phase whose atoms are like those of others. */
    PhaseBounds besides(List<PhaseBounds> others) {
        return new PhaseBounds(
                peak.besides(others.stream().map(PhaseBounds::peak).toList()), span);
    }

    /** Returns the most atoms that keep within both; 0 if not even one does. */
    long most(Bytes capacity, Duration length) {
        return Math.min(peak.most(capacity), span.most(length));
    }
}
