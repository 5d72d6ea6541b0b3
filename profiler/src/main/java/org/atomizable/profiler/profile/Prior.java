package org.atomizable.profiler.profile;

import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.JobSpec.Stage;

/**
 * What is believed of a job's memory before it was measured.
 *
 * @param most it is not expected ever to need more
 * @param method how that was obtained
 * @param untilMeasured whether it is dropped for a phase once that was measured, or stands until a measurement exceeds it
 * @param ofStage whether it was declared for a single stage, so that what other stages need says nothing about it
 */
record Prior(Bytes most, String method, boolean untilMeasured, boolean ofStage) {

    static Optional<Prior> declared(Optional<Bytes> memory) {
        return memory.map(it -> new Prior(it, "declared", false, false));
    }

    static Optional<Prior> of(JobSpec spec) {
        return spec.memoryIsEstimate()
                ? spec.memory().map(it -> new Prior(it, "analytic", true, false))
                : declared(spec.memory());
    }

    /** Returns what is believed of a stage: what was declared for it, or else what is believed of the whole job. */
    static Optional<Prior> of(Optional<Stage> stage, Optional<Prior> ofJob) {
        return stage.flatMap(Stage::memory)
                .map(it -> new Prior(it, "declared", false, true))
                .or(() -> ofJob);
    }

    /** Tells whether it is still believed of a phase. */
    boolean standsAgainst(Series series) {
        return untilMeasured ? series.isEmpty() : !series.largestPeak().exceeds(most);
    }
}
