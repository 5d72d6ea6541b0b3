package org.atomizable.examples.pricer;

import java.util.Map;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.spi.JobFactory;
import org.atomizable.examples.Parameters;

/** Prices an Asian option by simulation, as exactly as the number of atoms allows. */
public final class OptionPricer implements JobFactory {

    @Override
    public String name() {
        return "option-pricer";
    }

    @Override
    public String summary() {
        return "prices an Asian option by Monte Carlo, in plain Java with saved random state";
    }

    @Override
    public Atomizable create(Map<String, String> parameters) {
        Parameters set = Parameters.of(parameters, "name", "seed", "atoms");
        JobSpec spec = JobSpec.of(set.text("name", name()), set.whole("atoms", 1, 600));
        return new AsianOption(spec.withMemory(Bytes.mebi(4)), set.whole("seed", Long.MIN_VALUE, 1));
    }
}
