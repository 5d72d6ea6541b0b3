package org.atomizable.core.catalogue;

import java.io.IOException;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;

/** A job of the catalogues: its atoms change a sum, which is saved. */
abstract class SumJob implements Atomizable {

    double sum;

    /** Returns what an atom adds. */
    abstract double term(long atom);

    @Override
    public JobSpec spec() {
        return JobSpec.of("sum", 12);
    }

    @Override
    public void run(long atom) {
        sum = sum * 0.75 + term(atom);
    }

    @Override
    public void save(StateWriter to) throws IOException {
        to.doubles("sum", sum);
    }

    @Override
    public void restore(StateReader from) throws IOException {
        sum = from.doubles("sum")[0];
    }

    @Override
    public Optional<Metric> evaluate() throws Exception {
        return Optional.of(Metric.exact("sum", sum));
    }
}
