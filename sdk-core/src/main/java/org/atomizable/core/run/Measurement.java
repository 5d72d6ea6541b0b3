package org.atomizable.core.run;

import java.time.Duration;
import java.util.List;
import java.util.function.LongConsumer;
import org.atomizable.api.Atomizable;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Sampler;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.SliceKind;

/** Runs a job from atom 0 in subjobs of equal length, to measure what it needs. Its state is discarded. */
public final class Measurement {

    private Measurement() {}

    /**
     * How long to measure.
     *
     * @param perSubjob atoms of a subjob, 2 or more; one ends sooner where its atoms take 10 seconds together
     * @param atoms the measurement ends after this many atoms, or with the job
     * @param time and after that long, at the end of a subjob
     */
    public record Extent(long perSubjob, long atoms, Duration time) {}

    /**
     * Measures.
     *
     * @param scratch an empty store that is thrown away afterwards
     * @param progress is told how many atoms are done
     * @return what was seen, from the first restore to the last checkpoint
     * @throws Exception what the job throws
     */
    public static List<Sample> run(
            JobSource source,
            CheckpointStore scratch,
            SamplerSource samplers,
            TimeSource time,
            SliceKind kind,
            Extent extent,
            LongConsumer progress)
            throws Exception {
        Recorder recorder = new Recorder(kind, time, time.nanos(), true);
        try (Atomizable job = source.create()) {
            Sampler sampler = samplers.of(job);
            recorder.ended(Phase.RESTORE, sampler);
            Duration making = recorder.newest();
            long most = Math.min(extent.atoms(), job.spec().atomsLeft(0));
            long next = 0;
            while (next < most && recorder.soFar().compareTo(extent.time()) < 0) {
                long reached = Calibration.round(
                        job,
                        sampler,
                        scratch,
                        recorder,
                        next,
                        most,
                        Math.min(extent.perSubjob(), most - next),
                        Duration.ZERO,
                        making);
                if (reached == next) {
                    break;
                }
                next = reached;
                progress.accept(next);
            }
        }
        return recorder.subjobs();
    }
}
