package org.atomizable.profiler.sample;

import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Sampler;

/**
 * The job's own count of its memory, times a stated factor. Where the job does not count, another sampler measures, or there are no bytes.
 *
 * <p>The factor turns a count that sees only a part into one that can be compared with a slice: what an engine counts of its
 * arrays leaves out workspaces and what allocators round up. A simulation uses it to give a small job the size of a large
 * one.
 */
public final class ReportedMemory implements Sampler {

    private final Atomizable job;
    private final double scale;
    private final Sampler otherwise;

    private ReportedMemory(Atomizable job, double scale, Sampler otherwise) {
        this.job = job;
        this.scale = scale;
        this.otherwise = otherwise;
    }

    /**
     * Returns a sampler of what {@code job} counts; of no bytes if it does not count.
     *
     * @param scale the factor, finite, 0 or more; 1 to take the count as it is
     */
    public static ReportedMemory of(Atomizable job, double scale) {
        return of(job, scale, () -> Bytes.ZERO);
    }

    /**
     * Returns a sampler of what {@code job} counts.
     *
     * @param scale the factor, finite, 0 or more; 1 to take the count as it is
     * @param otherwise measures what the job does not count; its answers are not multiplied
     */
    public static ReportedMemory of(Atomizable job, double scale, Sampler otherwise) {
        if (!(scale >= 0) || Double.isInfinite(scale)) {
            throw new IllegalArgumentException("a scale of memory must be finite and not negative, was " + scale);
        }
        return new ReportedMemory(job, scale, otherwise);
    }

    @Override
    public Bytes peak() {
        return job.memoryUsed().map(used -> used.times(scale)).orElseGet(otherwise::peak);
    }
}
