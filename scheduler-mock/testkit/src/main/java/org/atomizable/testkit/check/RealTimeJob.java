package org.atomizable.testkit.check;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Shrinkable;
import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.time.VirtualTime;

/** A job as it is. A virtual clock goes on by the time that each of its atoms, saves and restores really takes. */
final class RealTimeJob implements Atomizable, Shrinkable {

    private final Atomizable job;
    private final TimeSource real;
    private final VirtualTime virtual;
    private final BiConsumer<Long, Duration> atoms;

    /**
     * Makes one.
     *
     * @param atoms is told how long each atom took
     */
    RealTimeJob(Atomizable job, TimeSource real, VirtualTime virtual, BiConsumer<Long, Duration> atoms) {
        this.job = job;
        this.real = real;
        this.virtual = virtual;
        this.atoms = atoms;
    }

    private long now() {
        return real.nanos();
    }

    private void passed(long since) {
        virtual.advance(Duration.ofNanos(real.nanos() - since));
    }

    @Override
    public JobSpec spec() {
        return job.spec();
    }

    @Override
    public void run(long atom) throws Exception {
        long began = now();
        job.run(atom);
        atoms.accept(atom, Duration.ofNanos(real.nanos() - began));
        passed(began);
    }

    @Override
    public void save(StateWriter to) throws IOException {
        long began = now();
        job.save(to);
        passed(began);
    }

    @Override
    public void restore(StateReader from) throws IOException {
        long began = now();
        job.restore(from);
        passed(began);
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
    public void close() {
        job.close();
    }
}
