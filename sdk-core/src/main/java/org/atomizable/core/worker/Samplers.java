package org.atomizable.core.worker;

import org.atomizable.core.run.SamplerSource;
import org.atomizable.profiler.sample.ProcessMemory;
import org.atomizable.profiler.sample.ReportedMemory;
import org.jspecify.annotations.Nullable;

/** Chooses what measures a job's memory. */
public final class Samplers {

    private Samplers() {}

    /**
     * Returns the job's own count times {@code scale} on a simulated slice, and else the memory of the process.
     *
     * @param scale null where the memory is real
     */
    public static SamplerSource of(@Nullable Double scale) {
        return job -> scale == null ? ProcessMemory.ofThisProcess() : ReportedMemory.of(job, scale);
    }
}
