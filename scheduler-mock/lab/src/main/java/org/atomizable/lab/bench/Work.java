package org.atomizable.lab.bench;

import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Run;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.time.TimeSource;

/**
 * The work of every atom: as many check sums of a block as asked for, so that a step more or less changes the result. The
 * JVM has one compiled form of a check sum for all callers. It compiles a loop of arithmetic into each caller, and such loops differed by
 * a quarter. The class is public because code that is compiled during the benchmark calls it.
 */
public final class Work {

    /** No job that is measured gets to its end. */
    static final long TOTAL = 1_000_000_000_000L;

    private static final int SIZE = 64;
    private static final byte[] BLOCK = new byte[4096];
    private static final long TRIED = 3_000;
    private static final int TRIES = 30;

    private Work() {}

    /** Returns what the work begins with. */
    public static double[] state() {
        double[] state = new double[SIZE];
        Arrays.setAll(state, at -> (at + 1.0) / (SIZE + 1));
        return state;
    }

    /** Does so many steps; the result depends on the array and their number alone. */
    public static void steps(double[] state, long steps) {
        CRC32 sum = new CRC32();
        for (long step = 0; step < steps; step++) {
            int at = (int) step & (SIZE - 1);
            sum.update((int) Double.doubleToLongBits(state[at]));
            sum.update(BLOCK);
            state[at] = sum.getValue() + 0.5 * state[at];
        }
    }

    /** Returns how many steps take so long on this machine, by the median of some tries. */
    static long stepsOf(int micros, TimeSource time) {
        double[] state = state();
        Ratios nanos = new Ratios();
        for (int i = 0; i < 2 * TRIES; i++) {
            long began = time.nanos();
            steps(state, TRIED);
            if (i >= TRIES) {
                nanos.add((double) (time.nanos() - began));
            }
        }
        return Math.max(1, Math.round((double) TRIED * micros * 1e3 / nanos.median()));
    }

    /** The work as a program that keeps its loop. */
    static final class Loop {

        private Loop() {}

        /** Takes the number of steps of a turn. */
        public static void main(String[] arguments) {
            long steps = Long.parseLong(arguments[0]);
            try (Run run = Atomizable.loop(JobSpec.of("work", TOTAL))) {
                double[] state = run.state("state", state());
                for (@SuppressWarnings("UnusedVariable") long turn : run) {
                    steps(state, steps);
                }
            }
        }
    }

    /** The work as a user writes it by hand: the reference. */
    static final class ByInterface implements Atomizable {

        private final long steps;
        private double[] state = state();

        ByInterface(long steps) {
            this.steps = steps;
        }

        @Override
        public JobSpec spec() {
            return JobSpec.of("work", TOTAL);
        }

        @Override
        public void run(long atom) {
            steps(state, steps);
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
}
