package org.atomizable.testkit.check;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.testkit.schedule.Fault;

/** A job as it is, with faults between and in its atoms. */
final class FaultyJob implements Atomizable {

    static final Duration ATOM = Duration.ofSeconds(1);
    static final String INJECTED = "injected by the testkit";

    /** Ends a worker at once: the runner does not handle it, as nothing handles a killed process. */
    static final class Killed extends Error {

        private static final long serialVersionUID = 1L;

        Killed() {
            super("killed; " + INJECTED, null, false, false);
        }
    }

    /**
     * What goes wrong in a window.
     *
     * @param first the window's first atom
     */
    record Plan(Optional<Fault> fault, long first) {

        static final Plan NONE = new Plan(Optional.empty(), 0);

        boolean isAt(Fault.Kind kind, long atom) {
            return fault.filter(it -> it.kind() == kind && first + it.at() == atom)
                    .isPresent();
        }

        boolean revokesAfter(long atom) {
            return isAt(Fault.Kind.REVOKED, atom);
        }

        Optional<Long> dyingByte() {
            return fault.filter(it -> it.kind() == Fault.Kind.KILL_IN_CHECKPOINT)
                    .map(Fault::at);
        }
    }

    private final Atomizable job;
    private final Supplier<Plan> plan;
    private final VirtualTime time;

    FaultyJob(Atomizable job, Supplier<Plan> plan, VirtualTime time) {
        this.job = job;
        this.plan = plan;
        this.time = time;
    }

    @Override
    public JobSpec spec() {
        return job.spec();
    }

    @Override
    public void run(long atom) throws Exception {
        Plan now = plan.get();
        if (now.isAt(Fault.Kind.KILL, atom)) {
            throw new Killed();
        }
        if (now.isAt(Fault.Kind.EXCEPTION, atom)) {
            throw new IllegalStateException(INJECTED);
        }
        job.run(atom);
        if (now.isAt(Fault.Kind.OUT_OF_MEMORY, atom)) {
            throw new OutOfMemoryError(INJECTED);
        }
        time.sleep(now.isAt(Fault.Kind.SLOW_ATOM, atom) ? ATOM.multipliedBy(1000) : ATOM);
    }

    @Override
    public void save(StateWriter to) throws IOException {
        Optional<Long> dies = plan.get().dyingByte();
        if (dies.isEmpty()) {
            job.save(to);
            return;
        }
        long[] left = {dies.get()};
        job.save((name, tensor) -> {
            to.tensor(name, tensor);
            left[0] -= tensor.size().count();
            if (left[0] < 0) {
                throw new Killed();
            }
        });
        throw new Killed();
    }

    @Override
    public void restore(StateReader from) throws IOException {
        job.restore(from);
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
    public Map<String, String> notes() {
        return job.notes();
    }

    @Override
    public Optional<Metric> evaluate() throws Exception {
        return job.evaluate();
    }

    @Override
    public void close() {
        job.close();
    }
}
