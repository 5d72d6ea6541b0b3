package org.atomizable.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
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
import org.atomizable.api.time.TimeSource;

/** A job for tests of the command line: adds up a series; may throw at an atom or behind the last, need much memory, a file for itself, or some time for each atom. */
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
                Optional.ofNullable(parameters.get("lock")).map(Path::of),
                Long.parseLong(parameters.getOrDefault("millis", "0")));
    }

    private static final List<FileChannel> TAKEN = new ArrayList<>();

    private static final class Sum implements Atomizable {

        private final long atoms;
        private final long throwAt;
        private final Bytes memory;
        private final Optional<Path> lock;
        private final long millis;
        private double sum;

        Sum(long atoms, long throwAt, Bytes memory, Optional<Path> lock, long millis) {
            this.atoms = atoms;
            this.throwAt = throwAt;
            this.memory = memory;
            this.lock = lock;
            this.millis = millis;
        }

        @Override
        public JobSpec spec() {
            return JobSpec.of("sum", atoms).withMemory(memory);
        }

        @Override
        public void run(long atom) throws IOException, InterruptedException {
            TimeSource.system().sleep(Duration.ofMillis(millis));
            if (lock.isPresent() && atom == 0) {
                takeForGood(lock.get());
            }
            if (atom == throwAt) {
                throw new IllegalStateException("atom %s is cursed".formatted(atom));
            }
            for (int i = 0; i < 200_000; i++) {
                sum += 1 / (1.0 + atom * 200_000.0 + i);
            }
        }

        /** Only the end of the process gives it back. */
        private static void takeForGood(Path file) throws IOException {
            FileChannel open = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                if (open.tryLock() == null) {
                    throw new IllegalStateException("somebody else has %s".formatted(file.getFileName()));
                }
                TAKEN.add(open);
            } catch (OverlappingFileLockException ours) {
                open.close();
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
