package org.atomizable.examples;

import java.nio.file.Path;
import org.atomizable.api.Atomizable;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.core.worker.NamedJob;

/** Runs a job with a checkpoint, and a fresh instance, after each of the atoms named. */
public final class Cut {

    private Cut() {}

    /** Returns the digest of the final state. */
    public static String at(NamedJob job, Path directory, long... atoms) throws Exception {
        Atomizable running = job.create();
        CheckpointStore store = Checkpoints.in(directory, running.spec().name());
        long total = running.spec().totalAtoms().orElseThrow();
        long next = 0;
        for (int i = 0; i <= atoms.length; i++) {
            long until = i < atoms.length ? atoms[i] : total;
            for (; next < until; next++) {
                running.run(next);
            }
            try (CheckpointStore.Draft draft = store.open(next, FencingToken.NONE)) {
                running.save(draft.state());
                draft.commit();
            }
            running.close();
            running = job.create();
            running.restore(store.latest().orElseThrow().state());
        }
        running.close();
        store.close();
        return store.latest().orElseThrow().sha256();
    }
}
