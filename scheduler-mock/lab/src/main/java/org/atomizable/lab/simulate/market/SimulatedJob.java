package org.atomizable.lab.simulate.market;

import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.lab.simulate.workload.SimulatedTask;
import org.atomizable.testkit.scheduler.WorkerTime;

/** A task as a job: its atoms and its restores take time, and do nothing else. */
final class SimulatedJob implements Atomizable {

    private final SimulatedTask task;
    private final JobSpec spec;
    private final WorkerTime time;
    private final OverheadModel overhead;
    private final Runnable afterAtom;
    private long reached;

    /**
     * Makes one at atom 0.
     *
     * @param afterAtom is run after each atom
     */
    SimulatedJob(SimulatedTask task, JobSpec spec, WorkerTime time, OverheadModel overhead, Runnable afterAtom) {
        this.task = task;
        this.spec = spec;
        this.time = time;
        this.overhead = overhead;
        this.afterAtom = afterAtom;
    }

    @Override
    public JobSpec spec() {
        return spec;
    }

    @Override
    public void run(long atom) {
        time.pass(task.seconds(atom, atom + 1));
        reached = atom + 1;
        afterAtom.run();
    }

    /** The store's commit takes the time of a checkpoint. */
    @Override
    public void save(StateWriter to) {}

    @Override
    public void restore(StateReader from) {
        time.pass(overhead.restoreSeconds());
    }

    @Override
    public Optional<Bytes> memoryUsed() {
        double before = (double) Math.max(0, reached - 1) / task.atoms();
        return Optional.of(GibiBytes.of(task.memory().peakGib(before, (double) reached / task.atoms())));
    }
}
