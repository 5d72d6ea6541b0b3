package org.atomizable.profiler.sample;

import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Sampler;

/**
 * What a job itself counts, times a stated factor; no bytes where the job does not count.
 *
 * <p>The factor turns a count that sees only a part into one that can be compared with a slice: what an engine counts of its
 * arrays leaves out workspaces and what allocators round up. A simulation uses it to give a small job the size of a large
 * one.
 */
public final class ReportedMemory implements Sampler {

    private final Atomizable job;
    private final double scale;

    private ReportedMemory(Atomizable job, double scale) {
        this.job = job;
        this.scale = scale;
    }

    /**
     * Returns a sampler of what {@code job} counts.
     *
     * @param scale the factor, finite, 0 or more; 1 to take the count as it is
     */
    public static ReportedMemory of(Atomizable job, double scale) {
        if (!(scale >= 0) || Double.isInfinite(scale)) {
            throw new IllegalArgumentException("a scale of memory must be finite and not negative, was " + scale);
        }
        return new ReportedMemory(job, scale);
    }

    @Override
    public Bytes peak() {
        return job.memoryUsed().map(used -> used.times(scale)).orElse(Bytes.ZERO);
    }
}
