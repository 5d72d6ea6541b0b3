package org.atomizable.core.run;

import org.atomizable.api.Atomizable;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.spi.Sampler;
import org.jspecify.annotations.Nullable;

/** The instance of a job that its subjobs share, one after the other. */
final class JobInstance {

    private final JobSource source;
    private final SamplerSource samplers;
    private @Nullable Atomizable job;

    JobInstance(JobSource source, SamplerSource samplers) {
        this.source = source;
        this.samplers = samplers;
    }

    /** A used instance may be taken over by a restore; where there is nothing to restore, only a fresh one will do. */
    Atomizable open(boolean restorable) throws Exception {
        if (job == null || !restorable) {
            drop();
            job = source.create();
        }
        return job;
    }

    Sampler sampler(Atomizable running) throws AtomizableException {
        return samplers.of(running);
    }

    void drop() {
        if (job != null) {
            job.close();
            job = null;
        }
    }
}
