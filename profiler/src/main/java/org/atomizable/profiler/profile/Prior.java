package org.atomizable.profiler.profile;

import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;

/**
 * What is believed of a job's memory before it was measured.
 *
 * @param most it is not expected ever to need more
 * @param method how that was obtained
 * @param untilMeasured whether it is dropped for a phase once that was measured, or stands until a measurement exceeds it
 */
record Prior(Bytes most, String method, boolean untilMeasured) {

    static Optional<Prior> declared(Optional<Bytes> memory) {
        return memory.map(it -> new Prior(it, "declared", false));
    }

    static Optional<Prior> of(JobSpec spec) {
        return spec.memoryIsEstimate()
                ? spec.memory().map(it -> new Prior(it, "analytic", true))
                : declared(spec.memory());
    }

    /** Tells whether it is still believed of a phase. */
    boolean standsAgainst(Series series) {
        return untilMeasured ? series.isEmpty() : !series.largestPeak().exceeds(most);
    }
}
