package org.atomizable.testkit.bug;

import java.io.IOException;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;

/** Fits a line to points, one point an atom: a correct job, from which the wrong ones differ in one thing. */
public class Regression implements Atomizable {

    static final long ATOMS = 24;

    protected final double[] weights = new double[2];

    @Override
    public JobSpec spec() {
        return JobSpec.of(getClass().getSimpleName(), ATOMS);
    }

    @Override
    public void run(long atom) throws Exception {
        step(x(atom), 0.05);
    }

    protected final void step(double x, double rate) {
        double error = 3 * x - 1 - (weights[0] * x + weights[1]);
        weights[0] += rate * error * x;
        weights[1] += rate * error;
    }

    protected static double x(long item) {
        return (item * 37 % 101) / 50.0 - 1;
    }

    @Override
    public void save(StateWriter to) throws IOException {
        to.doubles("weights", weights);
    }

    @Override
    public void restore(StateReader from) throws IOException {
        System.arraycopy(from.doubles("weights"), 0, weights, 0, weights.length);
    }
}
