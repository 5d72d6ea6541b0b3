package org.atomizable.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Run;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Clocks, and chance without a seed, are named before a run unless only a log depends on them. */
@SuppressWarnings("unused")
class CautionTest {

    private static final Logger LOG = Logger.getLogger("job");

    abstract static class Summing implements Atomizable {
        double sum;

        @Override
        public JobSpec spec() {
            return JobSpec.of("sum", 4800);
        }

        @Override
        public void save(StateWriter to) throws java.io.IOException {
            to.doubles("sum", sum);
        }

        @Override
        public void restore(StateReader from) throws java.io.IOException {
            sum = from.doubles("sum")[0];
        }
    }

    /** No check of its first atoms shows it. */
    @Named("System.nanoTime() (run, CautionTest.java:")
    static final class ClockAtEvery150th extends Summing {
        @Override
        public void run(long atom) {
            sum += atom % 150 == 149 ? System.nanoTime() : atom;
        }
    }

    @Named("Math.random() (drawn, ")
    static final class InAMethod extends Summing {
        @Override
        public void run(long atom) {
            sum += drawn();
        }

        private static double drawn() {
            return Math.random();
        }
    }

    @Named("Collections.shuffle() (run, ")
    static final class Shuffling extends Summing {
        @Override
        public void run(long atom) {
            List<Long> order = new ArrayList<>(List.of(1L, 2L, 3L));
            Collections.shuffle(order);
            sum = sum * 0.5 + order.get(0);
        }
    }

    @Named("ThreadLocalRandom.current() (run, ")
    static final class DeadlineInAtom extends Summing {
        @Override
        public void run(long atom) {
            if (ThreadLocalRandom.current().nextInt(150) != 7) {
                sum += atom;
            }
        }
    }

    @Named("new Random() (<init>, ")
    static final class Weights extends Summing {
        private final double first = new Random().nextDouble();

        @Override
        public void run(long atom) {
            sum += first;
        }
    }

    @Named("System.currentTimeMillis() (enough, ")
    static final class UntilMidnight extends Summing {
        @Override
        public JobSpec spec() {
            return JobSpec.openEnded("until");
        }

        @Override
        public void run(long atom) {
            sum += atom;
        }

        @Override
        public boolean enough(long nextAtom) {
            return System.currentTimeMillis() > 2_000_000_000_000L;
        }
    }

    @Named("")
    static final class TimedInALog extends Summing {
        @Override
        public void run(long atom) {
            long began = System.nanoTime();
            sum += atom;
            double took = (System.nanoTime() - began) / 1e9;
            if (took > 1) {
                LOG.warning("atom " + atom + " took " + took + " s");
            }
            System.out.printf("%s: %.3f%n", atom, took);
        }
    }

    @Named("")
    static final class TimedByAMethod extends Summing {
        private static final class Watch {
            private final long began = System.nanoTime();

            double seconds() {
                return (System.nanoTime() - began) / 1e9;
            }
        }

        @Override
        public void run(long atom) {
            Watch watch = new Watch();
            sum += atom;
            tell(atom, watch.seconds());
        }

        private static void tell(long atom, double seconds) {
            LOG.info(() -> "%s took %.1f s".formatted(atom, seconds));
        }
    }

    @Named("")
    static final class RareLog extends Summing {
        private final transient AtomicLong told = new AtomicLong();

        @Override
        public void run(long atom) {
            sum += atom;
            long now = System.nanoTime();
            if (now - told.get() > 5_000_000_000L) {
                told.set(now);
                LOG.info("atom " + atom);
            }
        }
    }

    @Named("System.nanoTime() (main, CautionTest.java:")
    static final class ClockLoop {
        static void main(String[] args) {
            try (Run run = Atomizable.loop(JobSpec.of("clock", 4800))) {
                double[] w = run.state("w", new double[1]);
                for (long turn : run) {
                    w[0] += turn % 150 == 149 ? System.nanoTime() : turn;
                }
            }
        }
    }

    @Named("use run.random(seed)")
    static final class UnseededStart {
        static void main(String[] args) {
            try (Run run = Atomizable.loop(JobSpec.of("start", 4800))) {
                double[] w = run.state("w", new double[] {Math.random()});
                for (long turn : run) {
                    w[0] += turn;
                }
            }
        }
    }

    @Named("")
    static final class LoggingLoop {
        static void main(String[] args) {
            long began = System.nanoTime();
            try (Run run = Atomizable.loop(JobSpec.of("logging", 4800))) {
                double[] w = run.state("w", new double[1]);
                long[] told = run.unsaved(new long[1]);
                for (long turn : run) {
                    w[0] += turn;
                    if (System.nanoTime() - told[0] > 5_000_000_000L) {
                        told[0] = System.nanoTime();
                        System.out.println(turn + " after " + (System.nanoTime() - began) / 1e9 + " s");
                    }
                }
                if (run.finished()) {
                    System.out.println(w[0] + " " + java.util.UUID.randomUUID());
                }
            }
        }
    }

    @Named("Files.readString() (run, ")
    static final class BestInFile extends Summing {
        private final Path best = Path.of("best.txt");

        @Override
        public void run(long atom) throws IOException {
            double before = Files.exists(best) ? Double.parseDouble(Files.readString(best)) : 0;
            sum += before;
            Files.writeString(best, String.valueOf(Math.max(before, atom)));
        }
    }

    @Named("Files.lines() (run, ")
    static final class FileInLoop {
        private static Path rows() {
            return Path.of("rows.txt");
        }

        static void main(String[] args) throws IOException {
            try (Run run = Atomizable.loop(JobSpec.of("rows", 4800))) {
                double[] w = run.state("w", new double[1]);
                for (long turn : run) {
                    run(w, turn);
                }
                System.out.println(w[0]);
            }
        }

        private static void run(double[] w, long turn) throws IOException {
            try (Stream<String> lines = Files.lines(rows())) {
                w[0] += lines.count();
            }
            Files.writeString(rows(), turn + "\n", StandardOpenOption.APPEND);
        }
    }

    /** It only writes one file, and only reads another. */
    @Named("")
    static final class LogFile extends Summing {
        @Override
        public void run(long atom) throws IOException {
            sum += Files.size(Path.of("data.csv"));
            Files.writeString(Path.of("log.txt"), "atom " + atom, StandardOpenOption.APPEND);
        }
    }

    @Named("")
    static final class PassedOn extends Summing {
        private final Path scratch = Path.of("scratch.txt");

        @Override
        public void run(long atom) throws IOException {
            Files.writeString(scratch, String.valueOf(atom));
            sum += Double.parseDouble(Files.readString(scratch));
        }
    }

    @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
    @interface Named {
        String value();
    }

    static Stream<Class<?>> programs() {
        return Stream.of(CautionTest.class.getDeclaredClasses()).filter(it -> it.isAnnotationPresent(Named.class));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void whatDiffersFromRunToRunIsNamedUnlessOnlyALogDependsOnIt(Class<?> program) {
        String named = program.getAnnotation(Named.class).value();

        assertThat(caution(program)).contains(named);
        if (named.isEmpty()) {
            assertThat(caution(program)).isEmpty();
        }
    }

    private static Class<?>[] of(String catalogue) {
        try {
            return Class.forName(catalogue).getDeclaredClasses();
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    static Stream<Class<?>> right() {
        return Stream.concat(
                CarriedStateTest.right(),
                Stream.of("Jobs", "Restores", "Lambdas", "Sums", "Resets")
                        .flatMap(it -> Stream.of(of("org.atomizable.core.catalogue.Right" + it)))
                        .filter(Atomizable.class::isAssignableFrom));
    }

    @ParameterizedTest
    @MethodSource("right")
    void aRightProgramIsNotWarnedOf(Class<?> program) {
        assertThat(caution(program)).isEmpty();
    }

    private static String caution(Class<?> program) {
        Carried carried =
                Atomizable.class.isAssignableFrom(program) ? Carried.ofJob(program) : Carried.of(program, "main");
        return carried.caution().orElse("");
    }
}
