package org.atomizable.testkit.fault;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.Shrinkable;
import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.time.TimeSource;
import org.atomizable.testkit.schedule.Fault;

/** A job as it is, with faults between and in its atoms, each of which takes a second of virtual time. */
public final class FaultyJob implements Atomizable, Metric.Source, Shrinkable {

    /** How long an atom takes. */
    public static final Duration ATOM = Duration.ofSeconds(1);

    private static final Pressure PRESSURE = new Pressure(Pressure.Level.WATCH, Bytes.gibi(1), ATOM);

    /** Is in the message of every failure that a fault causes. */
    public static final String INJECTED = "injected by the testkit";

    /** Ends a worker at once: the runner does not handle it, as nothing handles a killed process. */
    public static final class Killed extends Error {

        private static final long serialVersionUID = 1L;

        /** Makes one, without a stack trace. */
        public Killed() {
            super("killed; " + INJECTED, null, false, false);
        }
    }

    /** Without a stack trace: the runner logs what a job throws, and nobody is to look for this one. */
    private static final class Injected extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Injected() {
            super(INJECTED, null, false, false);
        }
    }

    /**
     * The fault of a window.
     *
     * @param fault empty if nothing does
     * @param first the window's first atom
     */
    public record Plan(Optional<Fault> fault, long first) {

        /** Nothing goes wrong. */
        public static final Plan NONE = new Plan(Optional.empty(), 0);

        boolean isAt(Fault.Kind kind, long atom) {
            return fault.filter(it -> it.kind() == kind && first + it.at() == atom)
                    .isPresent();
        }

        /** Tells whether the lease is revoked before that atom. */
        public boolean revokesAfter(long atom) {
            return isAt(Fault.Kind.REVOKED, atom);
        }

        /** Returns what the job is asked for before that atom. */
        public Optional<Pressure> asksBefore(long atom) {
            return isAt(Fault.Kind.ASKED_FOR_MEMORY, atom) ? Optional.of(PRESSURE) : Optional.empty();
        }

        Optional<Long> dyingByte() {
            return fault.filter(it -> it.kind() == Fault.Kind.KILL_IN_CHECKPOINT)
                    .map(Fault::at);
        }
    }

    private final Atomizable job;
    private final Supplier<Plan> plan;
    private final TimeSource time;

    /**
     * Makes one.
     *
     * @param plan what goes wrong now
     * @param time what its atoms take
     */
    public FaultyJob(Atomizable job, Supplier<Plan> plan, TimeSource time) {
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
            throw new Injected();
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
    public Bytes shrink(Pressure pressure) throws Exception {
        return job instanceof Shrinkable it ? it.shrink(pressure) : Bytes.ZERO;
    }

    @Override
    public Map<String, String> notes() {
        return job.notes();
    }

    @Override
    public Optional<Metric> measure() throws Exception {
        return job instanceof Metric.Source it ? it.measure() : Optional.empty();
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
