package org.atomizable.examples.curriculum;

import java.util.random.RandomGenerator;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.Run;
import org.atomizable.examples.Parameters;

/** Learns which letter follows the last four, then the last sixteen, and evaluates every twentieth atom. */
public final class Curriculum {

    private static final int EVERY = 20;

    private Curriculum() {}

    /** Trains, alone or in windows; parameters are {@code atoms} and {@code seed}. */
    public static void main(String[] arguments) {
        Parameters set = Parameters.of(Parameters.read(arguments), "atoms", "seed");
        int atoms = (int) set.whole("atoms", 3, 300);
        int grown = atoms * 2 / 3;
        JobSpec spec = JobSpec.of("curriculum", atoms)
                .withRecurring("evaluation", EVERY)
                .withStage("short contexts", 0, grown, Bytes.parse("160KiB"))
                .withStage("long contexts", grown, atoms, Bytes.parse("640KiB"));

        try (Run run = Atomizable.loop(spec)) {
            NextLetter model = new NextLetter(run.state("weights", new float[NextLetter.WEIGHTS]));
            double[] accuracies = run.state("accuracies", new double[atoms / EVERY]);
            RandomGenerator random = run.random(set.whole("seed", Long.MIN_VALUE, 1));
            run.memory(model::held);

            for (long atom : run) {
                boolean isShort = atom < grown;
                model.learn(random, isShort ? 4 : NextLetter.LONGEST, isShort ? 64 : 256);
                if (run.recurs("evaluation")) {
                    accuracies[(int) atom / EVERY] = model.accuracy().value();
                }
            }

            if (run.finished()) {
                for (int i = 0; i < accuracies.length; i++) {
                    System.out.println("accuracy " + accuracies[i] + " after " + EVERY * (i + 1) + " atoms");
                }
                Metric accuracy = model.accuracy();
                System.out.println(accuracy);
                run.report(accuracy);
            }
        }
    }
}
