package org.atomizable.core.worker;

import org.atomizable.api.Atomizable;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.spi.Sampler;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.device.MeasuredMemory;
import org.atomizable.core.run.SamplerSource;
import org.atomizable.profiler.sample.HeapMemory;
import org.atomizable.profiler.sample.PacedSampler;
import org.atomizable.profiler.sample.ProcessMemory;
import org.atomizable.profiler.sample.ProportionalMemory;
import org.atomizable.profiler.sample.ReportedMemory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Chooses how a job's memory is measured. */
public final class Samplers {

    private static final Logger LOG = LoggerFactory.getLogger(Samplers.class);

    /** A small JVM has 256 MiB, and twice that after it has collected garbage late. */
    private static final Bytes LEAST_OF_A_PROCESS = Bytes.mebi(512);

    private Samplers() {}

    /**
     * Returns the job's own count times {@code scale}. A job that does not count is measured: on a CUDA device that the environment names
     * ({@code CUDA_VISIBLE_DEVICES=MIG-…}) as the driver tells it, else by the resident memory of this process and its descendants.
     *
     * @param scale null to measure jobs that count, too
     * @param time by which it is measured how long a sample takes
     */
    public static SamplerSource of(@Nullable Double scale, TimeSource time) {
        Sampler measured = measured(time);
        return scale == null ? job -> measured : job -> ReportedMemory.of(job, scale, measured);
    }

    /**
     * Returns a job's spec with memory for its worker's process too, if that is what will be measured: a job that does not count declares
     * what it needs itself.
     *
     * @param job an instance of the job
     */
    public static JobSpec withProcess(JobSpec spec, Atomizable job) {
        boolean small = spec.memory().filter(LEAST_OF_A_PROCESS::exceeds).isPresent();
        if (!small || job.memoryUsed().isPresent()) {
            return spec;
        }
        return spec.memoryIsEstimate()
                ? spec.withEstimatedMemory(LEAST_OF_A_PROCESS)
                : spec.withMemory(LEAST_OF_A_PROCESS);
    }

    /** Returns what is measured of this process and its descendants; nothing is opened before the first question. */
    private static Sampler measured(TimeSource time) {
        return new Sampler() {
            private @Nullable Sampler chosen;

            @Override
            public synchronized Bytes peak() {
                Sampler asked = chosen;
                if (asked == null) {
                    asked = chosen(time);
                    chosen = asked;
                }
                return asked.peak();
            }
        };
    }

    private static Sampler chosen(TimeSource time) {
        try {
            return MeasuredMemory.ofThisProcess(time);
        } catch (AtomizableException e) {
            LOG.warn(
                    "the heap of this JVM counts as the memory of a job that does not count it itself: {}",
                    e.getMessage());
            return HeapMemory.ofThisProcess();
        }
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
