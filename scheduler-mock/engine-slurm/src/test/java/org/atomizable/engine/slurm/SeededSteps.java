package org.atomizable.engine.slurm;

import java.io.IOException;
import java.util.Map;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.spi.JobFactory;

/** Makes jobs of some tens of seconds whose state depends on a seed, on every atom and on their order. */
public final class SeededSteps implements JobFactory {

    static final int ATOMS = 200;
    private static final int ROUNDS = 20_000_000;

    @Override
    public String name() {
        return "seeded";
    }

    @Override
    public String summary() {
        return "numbers from a seed";
    }

    @Override
    public Atomizable create(Map<String, String> parameters) {
        return new Seeded(
                Long.parseLong(parameters.getOrDefault("seed", "0")),
                Integer.parseInt(parameters.getOrDefault("atoms", Integer.toString(ATOMS))));
    }

    /** Returns the state at the end. */
    static long straight(long seed, int atoms) {
        Seeded job = new Seeded(seed, atoms);
        for (long atom = 0; atom < atoms; atom++) {
            job.run(atom);
        }
        return job.value;
    }

    private static final class Seeded implements Atomizable {

        private final int atoms;
        private long value;

        Seeded(long seed, int atoms) {
            this.atoms = atoms;
            value = seed;
        }

        @Override
        public JobSpec spec() {
            return JobSpec.of("seeded", atoms);
        }

        @Override
        public void run(long atom) {
            value ^= atom;
            for (int i = 0; i < ROUNDS; i++) {
                value = value * 6364136223846793005L + 1442695040888963407L;
            }
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
}
