package org.atomizable.engine.slurm;

import java.io.IOException;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;

/** A job of some tens of seconds whose state depends on every atom and on their order. */
public final class Steps implements Atomizable {

    static final int ATOMS = 300;
    private static final int ROUNDS = 20_000_000;

    private long value;

    @Override
    public JobSpec spec() {
        return JobSpec.of("steps", ATOMS);
    }

    @Override
    public void run(long atom) {
        value = after(value, atom, ROUNDS);
    }

    private static long after(long value, long atom, int rounds) {
        long mixed = value ^ atom;
        for (int i = 0; i < rounds; i++) {
            mixed = mixed * 6364136223846793005L + 1442695040888963407L;
        }
        return mixed;
    }

    /** Returns the state at the end. */
    static long straight() {
        long value = 0;
        for (long atom = 0; atom < ATOMS; atom++) {
            value = after(value, atom, ROUNDS);
        }
        return value;
    }

    @Override
    public void save(StateWriter to) throws IOException {
        to.longs("value", value);
    }

    @Override
    public void restore(StateReader from) throws IOException {
        value = from.longs("value")[0];
    }
}
