package org.atomizable.api.wire;

import java.util.List;
import org.atomizable.api.Metric;
import org.jspecify.annotations.Nullable;

/**
 * How a subjob ended, as its worker reports it.
 *
 * @param outcome {@code finished}, {@code yielded} or {@code failed}
 * @param why the stop reason or the kind of failure, by the name of its constant; empty if finished
 * @param tookNanos the total time of the subjob
 * @param metric what the job measured of itself when it last saved its state
 */
public record WorkerReport(
        String outcome,
        String why,
        String message,
        long firstAtom,
        long nextAtom,
        long tookNanos,
        List<SampleMessage> samples,
        @Nullable Metric metric) {}
