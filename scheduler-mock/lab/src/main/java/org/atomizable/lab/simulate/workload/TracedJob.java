package org.atomizable.lab.simulate.workload;

import java.util.OptionalDouble;

/**
 * A job of a recorded trace.
 *
 * @param submit when it was submitted, in seconds after the first job of the trace
 * @param workSeconds how long it ran; more than 0
 * @param gpuShare the share of a GPU that it asked for, from more than 0 to 1; empty if the trace does not say it
 */
public record TracedJob(double submit, double workSeconds, OptionalDouble gpuShare) {

    public TracedJob {
        if (!(submit >= 0) || !(workSeconds > 0) || workSeconds == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(
                    "a job must run after its submission, was %s and %s s".formatted(submit, workSeconds));
        }
        double share = gpuShare.orElse(1);
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("a share of a GPU is above 0 and at most 1, was " + share);
        }
    }

    /** A job of which the trace says no share. */
    public TracedJob(double submit, double workSeconds) {
        this(submit, workSeconds, OptionalDouble.empty());
    }
}
