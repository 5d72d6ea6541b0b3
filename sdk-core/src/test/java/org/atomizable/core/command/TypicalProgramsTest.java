package org.atomizable.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.time.TimeSource;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.core.run.JobSource;
import org.atomizable.core.run.StraightRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs as people write them end in the bits of their straight run however often they are killed; {@code -Dkills=100}. */
@Tag("slow")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TypicalProgramsTest {

    private static final int PROGRAMS = 5;
    private static final int KILLS = Integer.getInteger("kills", 10);
    private static final int STEPS = 400;

    @TempDir
    Path directory;

    /** Kills the program while it works on what it is asked for, or just before. */
    private static final class Killed implements Atomizable {

        private final Atomizable job;
        private final Path program;
        private int before;

        /**
         * Makes one.
         *
         * @param before the request before which it is killed
         */
        Killed(Atomizable job, Path program, int before) {
            this.job = job;
            this.program = program;
            this.before = before;
        }

        private void asked() {
            if (before-- == 0) {
                ProcessHandle.current()
                        .descendants()
                        .filter(it -> it.info().commandLine().orElse("").contains(program.toString()))
                        .forEach(ProcessHandle::destroyForcibly);
            }
        }

        boolean hasStruck() {
            return before < 0;
        }

        @Override
        public JobSpec spec() {
            return job.spec();
        }

        @Override
        public void run(long atom) throws Exception {
            asked();
            job.run(atom);
        }

        @Override
        public void save(StateWriter to) throws IOException {
            asked();
            job.save(to);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            asked();
            job.restore(from);
        }

        @Override
        public Map<String, String> notes() {
            return job.notes();
        }

        @Override
        public boolean enough(long nextAtom) {
            return job.enough(nextAtom);
        }

        @Override
        public Optional<Bytes> memoryUsed() {
            return job.memoryUsed();
        }

        @Override
        public Optional<Metric> evaluate() throws Exception {
            return job.evaluate();
        }

        @Override
        public void close() {
            job.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"logistic_regression", "kmeans", "mcmc", "word_statistics", "genetic"})
    void aProgramThatIsKilledEndsInTheBitsOfItsStraightRun(String name) throws Exception {
        Path program = Python.program(directory, "typical/" + name + ".py");
        String command = "cd %s && %s %s".formatted(directory, Python.withNumpy(), program);
        JobSource job = () -> new CommandFactory().create(Python.job(command));
        String straight = StraightRun.of(job, TimeSource.system(), next -> {}).sha256();
        Random chance = new Random(name.hashCode());
        int kills = 0;
        for (int round = 0; kills < KILLS / PROGRAMS; round++) {
            CheckpointStore store = Checkpoints.in(directory.resolve("store-" + round), name);
            long next = 0;
            for (long token = 1; next < STEPS; token += 10) {
                int before = kills < KILLS / PROGRAMS ? chance.nextInt(STEPS / 4) : Integer.MAX_VALUE;
                Killed[] killed = new Killed[1];
                JobSource source = () -> killed[0] = new Killed(job.create(), program, before);
                try (Windows windows = new Windows(source, store, token)) {
                    Outcome outcome =
                            windows.run(next, 1 + chance.nextInt(STEPS / 2)).outcome();
                    next = outcome.nextAtom();
                    kills += killed[0].hasStruck() ? 1 : 0;
                    assertThat(outcome instanceof Outcome.Failed).isEqualTo(killed[0].hasStruck());
                }
            }
            assertThat(store.latest().orElseThrow().sha256()).isEqualTo(straight);
        }
    }
}
