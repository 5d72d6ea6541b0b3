package org.atomizable.core.worker;

import org.atomizable.api.spi.Sampler;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.run.SamplerSource;
import org.atomizable.profiler.sample.HeapMemory;
import org.atomizable.profiler.sample.PacedSampler;
import org.atomizable.profiler.sample.ProcessMemory;
import org.atomizable.profiler.sample.ProportionalMemory;
import org.atomizable.profiler.sample.ReportedMemory;
import org.jspecify.annotations.Nullable;

/** Chooses how a job's memory is measured. */
public final class Samplers {

    private Samplers() {}

    /**
     * Returns the job's own count times {@code scale} on a simulated slice, and else the memory of the process.
     *
     * @param scale null where the memory is real
     * @param time by which it is measured how long a sample takes
     */
    public static SamplerSource of(@Nullable Double scale, TimeSource time) {
        return scale == null ? ofTheProcess(time) : job -> ReportedMemory.of(job, scale);
    }

    /** Returns what of this process is resident. */
    public static SamplerSource ofTheProcess(TimeSource time) {
        return job -> paced(ProcessMemory.ofThisProcess(), time);
    }

    /** Returns the same, of which pages that other processes share count in part. */
    public static SamplerSource ofTheProcessShare(TimeSource time) {
        return job -> paced(ProportionalMemory.ofThisProcess(), time);
    }

    /** Returns the heap of this JVM, for jobs that hold nothing outside it. */
    public static SamplerSource ofTheHeap() {
        return job -> HeapMemory.ofThisProcess();
    }

    /** Returns a sampler that is asked as often as is worth it. */
    public static Sampler paced(Sampler costly, TimeSource time) {
        return new PacedSampler(costly, PacedSampler.USUAL_SHARE, time);
    }
}
