package org.atomizable.examples.doors;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.examples.names.NameSet;
import org.atomizable.examples.names.NamedConcept;

/** Tells the language of a name from its pairs of letters, by least squares; a class that implements the interface. */
public final class InterfaceDoor implements Atomizable {

    private static final int BATCHES = 100;
    private static final int BATCH = 64;
    private static final int LANGUAGES = 16;
    private static final int PAIRS = 1024;

    private final List<NamedConcept> names = NameSet.ofThisJdk().train();
    private double[] weights = new double[LANGUAGES * PAIRS];
    private long right;

    @Override
    public JobSpec spec() {
        return JobSpec.of("languages-interface", BATCHES).withMemory(Bytes.mebi(512));
    }

    @Override
    public void run(long batch) {
        for (int i = 0; i < BATCH; i++) {
            NamedConcept name = names.get((int) ((batch * BATCH + i) * 7919 % names.size()));
            right += learn(name.name(), name.language()) == name.language() ? 1 : 0;
        }
    }

    /** Returns the language that was likeliest before. */
    private int learn(String name, int language) {
        int guess = 0;
        double highest = -1e9;
        for (int each = 0; each < LANGUAGES; each++) {
            double score = 0;
            for (int i = 1; i < name.length(); i++) {
                score += weights[each * PAIRS + pair(name, i)];
            }
            guess = score > highest ? each : guess;
            highest = score > highest ? score : highest;
            double step = 0.5 * ((each == language ? 1 : 0) - score) / name.length();
            for (int i = 1; i < name.length(); i++) {
                weights[each * PAIRS + pair(name, i)] += step;
            }
        }
        return guess;
    }

    private static int pair(String name, int i) {
        return (31 * name.charAt(i - 1) + name.charAt(i)) % PAIRS;
    }

    @Override
    public void save(StateWriter to) throws IOException {
        to.doubles("weights", weights);
        to.longs("right", right);
    }

    @Override
    public void restore(StateReader from) throws IOException {
        weights = from.doubles("weights");
        right = from.longs("right")[0];
    }

    @Override
    public Optional<Metric> evaluate() {
        return Optional.of(Metric.share("accuracy", right, BATCHES * BATCH));
    }
}
