package org.atomizable.examples.sweep;

import java.util.Arrays;
import java.util.List;
import org.atomizable.api.Metric;
import org.atomizable.api.annotation.Atom;
import org.atomizable.api.annotation.AtomizedJob;
import org.atomizable.api.annotation.Default;
import org.atomizable.api.annotation.Evaluate;
import org.atomizable.api.annotation.State;
import org.atomizable.core.state.SavableRandom;
import org.atomizable.examples.names.NameSet;
import org.atomizable.examples.names.NamedConcept;

/** Tells the language of a name from its pairs of letters: softmax regression, whose parameters are to be tuned. */
@AtomizedJob(name = "tuned-languages", atoms = 60, memory = "16MiB")
class TunedLanguages {

    private static final int BATCH = 128;
    private static final int PAIRS = 512;

    private final transient List<NamedConcept> names = NameSet.ofThisJdk().train();
    private final int languages = NameSet.LANGUAGES.size();
    private final double rate;
    private final double decay;

    @State
    final double[] weights = new double[languages * PAIRS];

    @State
    final SavableRandom random;

    /**
     * Each parameter is one of the job, as in {@code -p rate=0.3}.
     *
     * @param rate how far each step goes
     * @param l2 how strongly weights are kept small
     * @param seed of the order of the names
     */
    TunedLanguages(double rate, @Default("0") double l2, @Default("1") long seed) {
        if (!(rate > 0) || !(l2 >= 0) || !(rate * l2 < 1)) {
            throw new IllegalArgumentException(
                    "rate must be more than 0, l2 at least 0, and their product below 1; were %s and %s"
                            .formatted(rate, l2));
        }
        this.rate = rate;
        this.decay = 1 - rate * l2;
        this.random = new SavableRandom(seed);
    }

    @Atom
    void batch() {
        for (int i = 0; i < weights.length; i++) {
            weights[i] *= decay;
        }
        for (int i = 0; i < BATCH; i++) {
            NamedConcept name = names.get(random.nextInt(names.size()));
            double[] odds = odds(name.name());
            double all = Arrays.stream(odds).sum();
            for (int each = 0; each < languages; each++) {
                double error = (each == name.language() ? 1 : 0) - odds[each] / all;
                for (int at = 1; at < name.name().length(); at++) {
                    weights[each * PAIRS + pair(name.name(), at)] +=
                            rate * error / name.name().length();
                }
            }
        }
    }

    /** StrictMath gives the same bits on every machine. */
    private double[] odds(String name) {
        double[] odds = new double[languages];
        for (int each = 0; each < languages; each++) {
            double score = 0;
            for (int at = 1; at < name.length(); at++) {
                score += weights[each * PAIRS + pair(name, at)];
            }
            odds[each] = StrictMath.exp(Math.min(score, 500));
        }
        return odds;
    }

    private static int pair(String name, int at) {
        return (31 * name.charAt(at - 1) + name.charAt(at)) % PAIRS;
    }

    @Evaluate
    Metric accuracy() {
        List<NamedConcept> unseen = NameSet.ofThisJdk().test();
        long right = 0;
        for (NamedConcept name : unseen) {
            double[] odds = odds(name.name());
            right += odds[name.language()] == Arrays.stream(odds).max().orElseThrow() ? 1 : 0;
        }
        return Metric.share("accuracy", right, unseen.size());
    }
}
