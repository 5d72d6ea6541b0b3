package org.atomizable.core.run;

import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.spi.Sampler;
import org.atomizable.checkpoint.ContinuableCheckpoint;
import org.jspecify.annotations.Nullable;

/** The instance of a job that its subjobs share, one after the other. */
final class JobInstance {

    private final JobSource source;
    private final SamplerSource samplers;
    private @Nullable Atomizable job;
    private Optional<ContinuableCheckpoint> savedIn = Optional.empty();
    private boolean changesByItself;

    JobInstance(JobSource source, SamplerSource samplers) {
        this.source = source;
        this.samplers = samplers;
    }

    /** A used instance may be taken over by a restore; where there is nothing to restore, only a fresh one will do. */
    Atomizable open(boolean restorable) throws Exception {
        if (job == null || !restorable) {
            drop();
            job = source.create();
            changesByItself = false;
        }
        return job;
    }

    /** The last thing that happened to it is that it was saved in this checkpoint. */
    void savedIn(Checkpoint committed) {
        savedIn =
                committed instanceof ContinuableCheckpoint it && !changesByItself ? Optional.of(it) : Optional.empty();
    }

    /** Something is about to happen to it; returns the checkpoint in which it was saved last, if nothing has since. */
    Optional<ContinuableCheckpoint> leave() {
        Optional<ContinuableCheckpoint> left = savedIn;
        savedIn = Optional.empty();
        return left;
    }

    /** It was not in the state in which it was saved. It will not be compared again, since that costs time. */
    void changesByItself() {
        changesByItself = true;
    }

    Sampler sampler(Atomizable running) throws AtomizableException {
        return samplers.of(running);
    }

    void drop() {
        Atomizable dropped = job;
        job = null;
        if (dropped != null) {
            dropped.close();
        }
    }
}
