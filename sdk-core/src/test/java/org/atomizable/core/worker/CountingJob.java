package org.atomizable.core.worker;

import java.io.IOException;
import java.util.Map;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.spi.JobFactory;

/** A job that any process can make: mixes numbers, prints to standard output, and may halt its process. */
public final class CountingJob implements JobFactory {

    @Override
    public String name() {
        return "counting";
    }

    @Override
    public String summary() {
        return "mixes numbers, for tests";
    }

    @Override
    public Atomizable create(Map<String, String> parameters) {
        long atoms = Long.parseLong(parameters.getOrDefault("atoms", "100"));
        long haltAt = Long.parseLong(parameters.getOrDefault("halt-at", "-1"));
        if (atoms < 1) {
            throw new IllegalArgumentException("parameter atoms must be 1 or more, was " + atoms);
        }
        return new Counting(atoms, haltAt);
    }

    private static final class Counting implements Atomizable {

        private final long atoms;
        private final long haltAt;
        private long mixed = 1;

        Counting(long atoms, long haltAt) {
            this.atoms = atoms;
            this.haltAt = haltAt;
        }

        @Override
        public JobSpec spec() {
            return JobSpec.of("counting", atoms);
        }

        @Override
        public void run(long atom) {
            System.out.println("this job talks, and sees " + System.getenv("CUDA_VISIBLE_DEVICES"));
            if (atom == haltAt) {
                Runtime.getRuntime().halt(77);
            }
            mixed = Long.rotateLeft(mixed * 0x9E3779B97F4A7C15L + atom, 17);
        }

        @Override
        public void save(StateWriter to) throws IOException {
            to.longs("mixed", mixed);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            mixed = from.longs("mixed")[0];
        }
    }
}
