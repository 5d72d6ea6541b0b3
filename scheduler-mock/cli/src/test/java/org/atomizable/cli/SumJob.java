package org.atomizable.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.spi.JobFactory;
import org.atomizable.api.time.TimeSource;

/** A job for tests of the command line: adds up a series; may throw at an atom or behind the last, need much memory, or some time for each atom. */
public final class SumJob implements JobFactory {

    @Override
    public String name() {
        return "sum";
    }

    @Override
    public String summary() {
        return "adds up a series, for tests";
    }

    @Override
    public Atomizable create(Map<String, String> parameters) {
        return new Sum(
                Long.parseLong(parameters.getOrDefault("atoms", "300")),
                Long.parseLong(parameters.getOrDefault("throw-at", "-1")),
                Bytes.parse(parameters.getOrDefault("memory", "1GiB")),
                Long.parseLong(parameters.getOrDefault("millis", "0")));
    }

    private static final class Sum implements Atomizable {

        private final long atoms;
        private final long throwAt;
        private final Bytes memory;
        private final long millis;
        private double sum;

        Sum(long atoms, long throwAt, Bytes memory, long millis) {
            this.atoms = atoms;
            this.throwAt = throwAt;
            this.memory = memory;
            this.millis = millis;
        }

        @Override
        public JobSpec spec() {
            return JobSpec.of("sum", atoms).withMemory(memory);
        }

        @Override
        public void run(long atom) throws InterruptedException {
            TimeSource.system().sleep(Duration.ofMillis(millis));
            if (atom == throwAt) {
                throw new IllegalStateException("atom %s is cursed".formatted(atom));
            }
            for (int i = 0; i < 200_000; i++) {
                sum += 1 / (1.0 + atom * 200_000.0 + i);
            }
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
        public Optional<Bytes> memoryUsed() {
            return Optional.of(memory);
        }

        @Override
        public Optional<Metric> evaluate() {
            if (atoms == throwAt) {
                throw new IllegalStateException("no model can be written");
            }
            return Optional.of(Metric.exact("sum", sum));
        }
    }
}
