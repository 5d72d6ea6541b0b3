package org.atomizable.examples.boosting;

import java.util.random.RandomGenerator;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.Run;
import org.atomizable.examples.Parameters;

/** Boosts stumps on half of the rows each, and measures the error on other rows every tenth round. */
public final class Boosting {

    private Boosting() {}

    /** Trains, alone or in windows; parameters are {@code rounds} and {@code seed}. */
    public static void main(String[] arguments) {
        Parameters set = Parameters.of(Parameters.read(arguments), "rounds", "seed");
        int rounds = (int) set.whole("rounds", 1, 300);
        long seed = set.whole("seed", Long.MIN_VALUE, 1);
        JobSpec spec =
                JobSpec.of("boosting", rounds).withMemory(Bytes.mebi(512)).withRecurring("evaluation", 10);

        try (Run run = Atomizable.loop(spec)) {
            Table training = Table.generated(2000, seed);
            Table held = Table.generated(1000, seed + 1);
            Ensemble ensemble = new Ensemble(rounds, run);
            double[] residuals = run.state("residuals", training.target().clone());
            double[] best = run.state("best", new double[] {Double.MAX_VALUE});
            RandomGenerator random = run.random(seed);

            for (long round : run) {
                int stump = (int) round;
                boolean[] chosen = new boolean[training.rows()];
                for (int row = 0; row < chosen.length; row++) {
                    chosen[row] = random.nextBoolean();
                }
                ensemble.fit(stump, training, residuals, chosen);
                for (int row = 0; row < residuals.length; row++) {
                    residuals[row] -= ensemble.value(stump, training.features()[row]);
                }
                if (run.recurs("evaluation")) {
                    best[0] = Math.min(best[0], ensemble.error(stump + 1, held));
                }
            }

            if (run.finished()) {
                double error = ensemble.error(rounds, held);
                System.out.println("error " + error + " after " + rounds + " rounds, at best " + best[0]);
                run.report(Metric.exact("error", error));
            }
        }
    }
}
