package org.atomizable.examples.doors;

import java.util.List;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.Run;
import org.atomizable.examples.names.NameSet;
import org.atomizable.examples.names.NamedConcept;

/** Tells the language of a name from its pairs of letters, by least squares; a program that keeps its loop. */
public final class LoopDoor {

    private static final int BATCHES = 100;
    private static final int BATCH = 64;
    private static final int LANGUAGES = 16;
    private static final int PAIRS = 1024;

    private LoopDoor() {}

    /** Trains, alone or in windows. */
    public static void main(String[] arguments) {
        JobSpec spec = JobSpec.of("languages-loop", BATCHES).withMemory(Bytes.mebi(512));
        try (Run run = Atomizable.loop(spec)) {
            List<NamedConcept> names = NameSet.ofThisJdk().train();
            double[] weights = run.state("weights", new double[LANGUAGES * PAIRS]);
            long[] right = run.state("right", new long[1]);

            for (long batch : run) {
                for (int i = 0; i < BATCH; i++) {
                    NamedConcept name = names.get((int) ((batch * BATCH + i) * 7919 % names.size()));
                    right[0] += learn(weights, name.name(), name.language()) == name.language() ? 1 : 0;
                }
            }

            if (run.finished()) {
                Metric accuracy = Metric.share("accuracy", right[0], BATCHES * BATCH);
                System.out.println(accuracy);
                run.report(accuracy);
            }
        }
    }

    /** Returns the language that was likeliest before. */
    private static int learn(double[] weights, String name, int language) {
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
}
