package org.atomizable.core.worker;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;

/** Delegates to a job, and records the step that it is in. */
final class WatchedJob implements Atomizable {

    private final Atomizable job;
    private final StepClock clock;
    private long next;

    WatchedJob(Atomizable job, StepClock clock) {
        this.job = job;
        this.clock = clock;
    }

    @Override
    public JobSpec spec() {
        return job.spec();
    }

    @Override
    public void run(long atom) throws Exception {
        clock.begins("atom ", atom);
        job.run(atom);
        next = atom + 1;
    }

    @Override
    public void save(StateWriter to) throws IOException {
        // The commit that follows counts as part of it.
        clock.begins("the checkpoint before atom ", next);
        job.save(to);
    }

    @Override
    public void restore(StateReader from) throws IOException {
        clock.begins("the restore before atom ", next);
        job.restore(from);
    }

    @Override
    public Map<String, String> notes() {
        return job.notes();
    }

    @Override
    public boolean enough(long nextAtom) {
        return job.enough(nextAtom);
    }

    @Override
    public Optional<Bytes> memoryUsed() {
        return job.memoryUsed();
    }

    @Override
    public Optional<Metric> evaluate() throws Exception {
        return job.evaluate();
    }

    @Override
    public void close() {
        clock.begins("the end after atom ", next - 1);
        job.close();
    }
}
