package org.atomizable.cli;

import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;

/** A job that ends its process at atom 3, as programs do that were not written to be a part of others. */
public final class ExitingJob implements Atomizable {

    @Override
    public JobSpec spec() {
        return JobSpec.of("exiting", 100);
    }

    @Override
    public void run(long atom) {
        if (atom == 3) {
            System.out.println("no licence, good bye");
            System.exit(6);
        }
    }

    @Override
    public void save(StateWriter to) {}

    @Override
    public void restore(StateReader from) {}
}
