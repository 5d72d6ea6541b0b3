package org.atomizable.examples.mlp;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.spi.JobFactory;
import org.atomizable.djl.Evaluation;
import org.atomizable.examples.Parameters;

/**
 * Trains as {@link NamesMlp} does, looks at names it has not seen in every 50th atom, and remembers the best it has been. Those
 * atoms need several times the memory of the others, which the spec says: only windows that hold one must have room for it.
 */
public final class NamesBest implements JobFactory {

    private static final String EVALUATION = "evaluation";
    private static final long EVERY = 50;

    /** As many as there are, about: an evaluation keeps nothing for a backward pass. */
    private static final int AT_ONCE = 2048;

    @Override
    public String name() {
        return "names-best";
    }

    @Override
    public String summary() {
        return "names-mlp, evaluated in every 50th atom, which needs several times the memory of the others";
    }

    @Override
    public Atomizable create(Map<String, String> parameters) throws Exception {
        Parameters set = Parameters.of(parameters, "name", "seed", "atoms");
        long atoms = set.whole("atoms", 1, 1000);
        String name = set.text("name", name());
        Atomizable training = NamesMlp.training(
                        JobSpec.of(name, atoms - atoms / EVERY), set.whole("seed", Long.MIN_VALUE, 1))
                .evaluate(Evaluation.accuracy(LetterGroups.test(), AT_ONCE))
                .build();
        JobSpec spec = JobSpec.of(name, atoms).withMemory(Bytes.mebi(64)).withRecurring(EVALUATION, EVERY);
        for (Map.Entry<String, String> trait : training.spec().traits().entrySet()) {
            spec = spec.withTrait(trait.getKey(), trait.getValue());
        }
        return new Watched(spec, training);
    }

    private static final class Watched implements Atomizable, Metric.Source {

        private final JobSpec spec;
        private final Atomizable training;
        private double best;

        Watched(JobSpec spec, Atomizable training) {
            this.spec = spec;
            this.training = training;
        }

        @Override
        public JobSpec spec() {
            return spec;
        }

        @Override
        public void run(long atom) throws Exception {
            if (spec.phaseOf(atom).equals(EVALUATION)) {
                best = Math.max(best, training.evaluate().orElseThrow().value());
            } else {
                training.run(atom - spec.recurrences(EVALUATION, 0, atom));
            }
        }

        @Override
        public void save(StateWriter to) throws IOException {
            to.doubles("best", best);
            training.save(to);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            best = from.doubles("best")[0];
            training.restore(from);
        }

        @Override
        public Map<String, String> notes() {
            return training.notes();
        }

        @Override
        public Optional<Bytes> memoryUsed() {
            return training.memoryUsed();
        }

        @Override
        public Optional<Metric> measure() {
            return best == 0 ? Optional.empty() : Optional.of(Metric.exact("best accuracy", best));
        }

        @Override
        public Optional<Metric> evaluate() throws Exception {
            return training.evaluate();
        }

        @Override
        public void close() {
            training.close();
        }
    }
}
