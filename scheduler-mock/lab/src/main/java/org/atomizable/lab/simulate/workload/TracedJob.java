package org.atomizable.lab.simulate.workload;

/**
 * A job of a recorded trace.
 *
 * @param submit when it was submitted, in seconds after the first job of the trace
 * @param workSeconds how long it ran; more than 0
 */
public record TracedJob(double submit, double workSeconds) {

    public TracedJob {
        if (!(submit >= 0) || !(workSeconds > 0) || workSeconds == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(
                    "a job must run after its submission, was %s and %s s".formatted(submit, workSeconds));
        }
    }
}
