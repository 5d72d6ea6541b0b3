package org.atomizable.core.run;

import java.util.List;
import org.atomizable.api.Atomizable;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Sampler;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.SliceKind;

/**
 * A short run from atom 0 that observes every phase a few times and whose state is thrown away.
 *
 * <p>It saves to and restores from a store of its own, on the disk that the job's will be on, so that the times are those
 * of the real thing.
 */
public final class Calibration {

    private static final int ROUNDS = 3;

    private Calibration() {}

    /**
     * Runs it.
     *
     * @param atoms how many atoms in all, spread over a few rounds; 2 a round at the least, and no more than the job has
     * @param scratch an empty store that is thrown away afterwards
     * @throws Exception if the job fails
     */
    public static List<Sample> run(
            JobSource source,
            CheckpointStore scratch,
            SamplerSource samplers,
            TimeSource time,
            SliceKind kind,
            long atoms)
            throws Exception {
        Recorder recorder = new Recorder(kind, time);
        try (Atomizable job = source.create()) {
            Sampler sampler = samplers.of(job);
            recorder.ended(Phase.RESTORE, sampler);
            long total = Math.min(Math.max(atoms, 2L * ROUNDS), job.spec().atomsLeft(0));
            long next = 0;
            for (int round = 1; round <= ROUNDS && next < total; round++) {
                long first = next;
                long until = total * round / ROUNDS;
                while (next < until) {
                    job.run(next);
                    recorder.ended(next == first ? Phase.WARM_UP : Phase.STEADY, sampler);
                    next++;
                }
                Checkpoint committed;
                try (CheckpointStore.Draft draft = scratch.open(next, FencingToken.NONE)) {
                    job.save(draft.state());
                    committed = draft.commit();
                }
                recorder.ended(Phase.CHECKPOINT, sampler);
                job.restore(scratch.latest().orElse(committed).state());
                recorder.ended(Phase.RESTORE, sampler);
            }
        }
        return recorder.samples();
    }
}
