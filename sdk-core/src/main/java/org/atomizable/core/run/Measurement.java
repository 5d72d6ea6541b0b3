package org.atomizable.core.run;

import java.time.Duration;
import java.util.List;
import java.util.function.LongConsumer;
import org.atomizable.api.Atomizable;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Sampler;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.SliceKind;

/** Runs a job from atom 0 in subjobs of equal length, to measure what it needs. Its state is discarded. */
public final class Measurement {

    private static final int FEWEST = 2;

    /** A subjob of long atoms ends after this time, but always has two. */
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(10);

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
                long reached = subjob(
                        job, sampler, scratch, recorder, next, most, Math.min(extent.perSubjob(), most - next), making);
                if (reached == next) {
                    break;
                }
                next = reached;
                progress.accept(next);
            }
        }
        return recorder.subjobs();
    }

    /**
     * Runs atoms until {@code end} at the furthest, saves and restores; returns the next atom.
     *
     * @param making how long it took to make the job
     */
    private static long subjob(
            Atomizable job,
            Sampler sampler,
            CheckpointStore scratch,
            Recorder recorder,
            long first,
            long end,
            long atoms,
            Duration making)
            throws Exception {
        Duration began = recorder.soFar();
        long next = AtomLoop.run(job, first, (running, at) -> {
            if (at > first) {
                recorder.ended(phase(running, at - 1, first, recorder), sampler);
            }
            return at < end && wantsMore(at - first, atoms, recorder.soFar().minus(began));
        });
        if (next > first) {
            Checkpoint committed;
            try (CheckpointStore.Draft draft = scratch.open(next, FencingToken.NONE)) {
                job.save(draft.state());
                committed = draft.commit();
            }
            recorder.ended(Phase.CHECKPOINT, sampler);
            job.restore(scratch.latest().orElse(committed).state());
            // A cold worker makes the job and reads for the first time; here there was nothing to read at first.
            recorder.ended(Phase.RESTORE, sampler, recorder.isCold() ? making : Duration.ZERO);
            recorder.warm();
        }
        return next;
    }

    /** In a cold worker the second atom is no more like the later ones than the first. */
    private static Phase phase(Atomizable job, long next, long first, Recorder recorder) {
        Phase phase = Recorder.phase(job.spec(), next, first);
        return recorder.isCold() && phase.equals(Phase.STEADY) ? Phase.WARM_UP : phase;
    }

    private static boolean wantsMore(long done, long atoms, Duration spent) {
        return done < FEWEST || (done < atoms && spent.compareTo(LONG_ENOUGH) < 0);
    }
}
