package org.atomizable.examples.growing;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.spi.JobFactory;
import org.atomizable.examples.Parameters;
import org.atomizable.examples.names.NameSet;
import org.atomizable.examples.names.NamedConcept;

/**
 * Softmax regression on pairs of letters, in plain Java, with batches of 64 names in the first half and 256 in the second: a
 * job that needs more than it ever did, and whose profile must notice.
 */
public final class GrowingBatch implements JobFactory {

    @Override
    public String name() {
        return "names-growing";
    }

    @Override
    public String summary() {
        return "tells the language of a name from pairs of letters, in plain Java; batches grow midway";
    }

    @Override
    public Atomizable create(Map<String, String> parameters) {
        Parameters set = Parameters.of(parameters, "name", "seed", "atoms");
        long atoms = set.whole("atoms", 1, 2000);
        return new Regression(
                JobSpec.of(set.text("name", name()), atoms).withMemory(Bytes.mebi(4)),
                set.whole("seed", Long.MIN_VALUE, 1));
    }

    private static final class Regression implements Atomizable {

        private static final int SLOTS = 1024;
        private static final float RATE = 0.05f;

        private final JobSpec spec;
        private final long seed;
        private final int languages = NameSet.LANGUAGES.size();
        private final List<NamedConcept> names = NameSet.ofThisJdk().train();
        private final float[] weights = new float[languages * SLOTS];
        private long floatsHeld;

        Regression(JobSpec spec, long seed) {
            this.spec = spec;
            this.seed = seed;
        }

        @Override
        public JobSpec spec() {
            return spec;
        }

        @Override
        public void run(long atom) {
            int batch = atom < spec.totalAtoms().orElseThrow() / 2 ? 64 : 256;
            float[] seen = new float[batch * SLOTS];
            float[] gradient = new float[weights.length];
            for (int row = 0; row < batch; row++) {
                // Which names a batch holds depends on the seed and the atom alone.
                long drawn = (seed * 31 + atom) * 0x9E3779B97F4A7C15L + row * 0xD1B54A32D192ED03L;
                NamedConcept name = names.get((int) Long.remainderUnsigned(drawn ^ drawn >>> 29, names.size()));
                count(name.name(), seen, row);
                learn(seen, row, name.language(), gradient);
            }
            for (int i = 0; i < weights.length; i++) {
                weights[i] -= RATE / batch * gradient[i];
            }
            floatsHeld = Math.max(floatsHeld, (long) weights.length + gradient.length + seen.length);
        }

        private static void count(String name, float[] seen, int row) {
            for (int i = 0; i + 1 < name.length(); i++) {
                seen[row * SLOTS + Math.floorMod(name.charAt(i) * 31 + name.charAt(i + 1), SLOTS)]++;
            }
        }

        private void learn(float[] seen, int row, int language, float[] gradient) {
            double[] odds = odds(seen, row);
            double all = Arrays.stream(odds).sum();
            for (int l = 0; l < languages; l++) {
                float error = (float) (odds[l] / all) - (l == language ? 1 : 0);
                for (int slot = 0; slot < SLOTS; slot++) {
                    gradient[l * SLOTS + slot] += error * seen[row * SLOTS + slot];
                }
            }
        }

        private double[] odds(float[] seen, int row) {
            double[] odds = new double[languages];
            for (int l = 0; l < languages; l++) {
                float sum = 0;
                for (int slot = 0; slot < SLOTS; slot++) {
                    sum += weights[l * SLOTS + slot] * seen[row * SLOTS + slot];
                }
                odds[l] = StrictMath.exp(sum);
            }
            return odds;
        }

        @Override
        public void save(StateWriter to) throws IOException {
            to.floats("weights", weights);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            System.arraycopy(from.floats("weights"), 0, weights, 0, weights.length);
        }

        /** Returns the most that its arrays held; between atoms only the weights are left. */
        @Override
        public Optional<Bytes> memoryUsed() {
            long held = Math.max(floatsHeld, weights.length);
            floatsHeld = 0;
            return Optional.of(Bytes.of(held * Float.BYTES));
        }

        @Override
        public Optional<Metric> evaluate() {
            List<NamedConcept> unseen = NameSet.ofThisJdk().test();
            long right = 0;
            for (NamedConcept name : unseen) {
                float[] seen = new float[SLOTS];
                count(name.name(), seen, 0);
                double[] odds = odds(seen, 0);
                double most = Arrays.stream(odds).max().orElseThrow();
                right += odds[name.language()] == most ? 1 : 0;
            }
            return Optional.of(Metric.share("accuracy", right, unseen.size()));
        }
    }
}
