package org.atomizable.lab.bench;

import java.io.IOException;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;

/** The work as a user writes it by hand: the reference. */
final class InterfaceWork implements Atomizable {

    private final long steps;
    private double[] state = Work.state();

    InterfaceWork(long steps) {
        this.steps = steps;
    }

    @Override
    public JobSpec spec() {
        return JobSpec.of("work", Work.TOTAL);
    }

    @Override
    public void run(long atom) {
        Work.steps(state, steps);
    }

    @Override
    public void save(StateWriter to) throws IOException {
        to.doubles("state", state);
    }

    @Override
    public void restore(StateReader from) throws IOException {
        state = from.doubles("state");
    }
}
