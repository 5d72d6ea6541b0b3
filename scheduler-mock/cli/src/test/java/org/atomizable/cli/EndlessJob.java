package org.atomizable.cli;

import java.util.concurrent.CountDownLatch;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;

/**
 * A job whose first atom never ends, and hears no interrupt, until the test lets it go. So every try is a first look, however slow the
 * machine is.
 */
public final class EndlessJob implements Atomizable {

    static final CountDownLatch LET_GO = new CountDownLatch(1);

    @Override
    public JobSpec spec() {
        return JobSpec.of("endless", 100);
    }

    @Override
    public void run(long atom) {
        boolean goes = atom > 0;
        while (!goes) {
            try {
                LET_GO.await();
                goes = true;
            } catch (InterruptedException e) {
                // A loop that computes does not hear it either.
                goes = false;
            }
        }
    }

    @Override
    public void save(StateWriter to) {}

    @Override
    public void restore(StateReader from) {}
}
