package org.atomizable.core.run;

import java.time.Duration;
import java.util.List;
import org.atomizable.api.Atomizable;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Sampler;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.SliceKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A short run from atom 0 that measures every phase a few times. Its state is discarded.
 *
 * <p>It saves to and restores from a store of its own, on the same disk as the job's store, so that the measured times
 * are realistic.
 */
public final class Calibration {

    private static final Logger LOG = LoggerFactory.getLogger(Calibration.class);
    private static final int ROUNDS = 3;

    /** Quick atoms are run for about this long: a handful of them would all meet cold caches and compilers. */
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(1);

    /** If atoms are long, a calibration ends after this time; but it always runs two per round. */
    private static final Duration TOO_LONG = Duration.ofSeconds(30);

    private static final int FEWEST = 2;

    private Calibration() {}

    /**
     * Runs it.
     *
     * @param began when this process began to make the job and its store ready, by {@link TimeSource#nanos}
     * @param atoms how many atoms at the least, spread over a few rounds of 2 or more; never more than the job has. Where
     *     they are quick, more are run, for about a second
     * @param scratch an empty store that is thrown away afterwards
     * @return the samples, as if from several subjobs: each from its restore to its checkpoint
     * @throws CheckpointException if the scratch store fails, at any time
     * @throws Exception if the job fails before one subjob of it was seen
     */
    public static List<Sample> run(
            JobSource source,
            CheckpointStore scratch,
            SamplerSource samplers,
            TimeSource time,
            SliceKind kind,
            long began,
            long atoms)
            throws Exception {
        Recorder recorder = new Recorder(kind, time, began, true);
        try (Atomizable job = source.create()) {
            Sampler sampler = samplers.of(job);
            recorder.ended(Phase.RESTORE, sampler);
            Duration making = recorder.newest();
            long total = job.spec().atomsLeft(0);
            long perRound = Math.max(FEWEST, atoms / ROUNDS);
            long next = round(job, sampler, scratch, recorder, 0, total, FEWEST, Duration.ZERO, making);
            for (int round = 0; round < ROUNDS; round++) {
                try {
                    long end = next + Math.max(FEWEST, (total - next) / (ROUNDS - round));
                    next = round(
                            job,
                            sampler,
                            scratch,
                            recorder,
                            next,
                            Math.min(total, end),
                            perRound,
                            round == 0 ? Duration.ZERO : LONG_ENOUGH.dividedBy(ROUNDS - 1),
                            Duration.ZERO);
                } catch (InterruptedException | CheckpointException e) {
                    throw e;
                } catch (Exception e) {
                    if (recorder.soFarWithout(Phase.CHECKPOINT)) {
                        throw e;
                    }
                    LOG.warn("calibration ends early, after atom {}: {}", next, e.toString());
                    // Enough is known to begin with. A failing atom is met again under a grant, and reported there.
                    return recorder.subjobs();
                }
            }
        }
        return recorder.subjobs();
    }

    /**
     * Runs atoms until {@code end} at the furthest, saves and restores; returns the next atom.
     *
     * @param making how long it took to make the job
     */
    static long round(
            Atomizable job,
            Sampler sampler,
            CheckpointStore scratch,
            Recorder recorder,
            long first,
            long end,
            long atLeast,
            Duration forAbout,
            Duration making)
            throws Exception {
        long next = first;
        Duration began = recorder.soFar();
        while (next < end
                && wantsMore(next - first, atLeast, forAbout, recorder.soFar().minus(began))) {
            job.run(next);
            recorder.ended(phase(job, next, first, recorder), sampler);
            next++;
        }
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

    private static boolean wantsMore(long done, long atLeast, Duration forAbout, Duration spent) {
        boolean few = done < atLeast || spent.compareTo(forAbout) < 0;
        return done < FEWEST || (few && spent.compareTo(TOO_LONG.dividedBy(ROUNDS)) < 0);
    }
}
