package org.atomizable.core.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.run.StraightRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Nothing of a worker is alive 100 ms after the end of its lease, whatever its job and its launcher do, and the job goes on in the same
 * bits. {@code -Dtries=N} sets how many leases are tried.
 */
@Tag("slow")
class LeaseEndTest {

    private static final Duration PROMISED = Duration.ofMillis(100);
    /** A guardian is woken, starts a program that finds the processes, and waits for both: each may be as late as the observer was. */
    private static final int TURNS = 3;

    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration POLLED_EVERY = Duration.ofMillis(4);
    /** A look at all processes takes as long as the sleep between two, so the observer looks around the end only. */
    private static final Duration LOOKED_BEFORE = Duration.ofMillis(200);

    private static final Duration LONGEST = Duration.ofSeconds(20);
    private static final TimeSource TIME = TimeSource.system();

    /** How the job does not come back, and what befalls its launcher meanwhile. */
    private enum Way {
        SPINS("spins", ""),
        FREEZES("freezes", ""),
        IGNORES_SIGNALS("ignores-signals", ""),
        FORKS("forks", ""),
        COMMAND("command-forks", ""),
        ELSEWHERE_AND_SPINS("spins", ""),
        ELSEWHERE_AND_FROZEN("freezes", ""),
        ELSEWHERE_AND_FORKS("forks", ""),
        LAUNCHER_STOPPED("forks", "STOP"),
        LAUNCHER_STOPPED_AND_WORKER_FROZEN("freezes", "STOP"),
        LAUNCHER_KILLED("forks", "KILL"),
        LAUNCHER_KILLED_AND_WORKER_FROZEN("freezes", "KILL");

        private final String how;
        private final String signal;

        Way(String how, String signal) {
            this.how = how;
            this.signal = signal;
        }

        /** A command in front that does not pass on signals: only the worker itself keeps its end. */
        private Optional<Elsewhere> elsewhere() {
            return name().startsWith("ELSEWHERE") ? Optional.of((slice, left) -> new DeafEntrance()) : Optional.empty();
        }

        /** Returns a lease in which the worker has as much time as in the others. */
        private Duration lease() {
            return elsewhere().isPresent() ? LEASE.plus(ChildProcess.EARLY) : LEASE;
        }

        /** Returns the way of the same job that comes back. */
        private String usual() {
            return how.startsWith(StubbornRun.COMMAND) ? StubbornRun.COMMAND + "not" : "not";
        }
    }

    @TempDir
    Path directory;

    static List<Way> ways() {
        List<Way> ways = new ArrayList<>();
        int tries = Integer.getInteger("tries", Way.values().length);
        for (int i = 0; i < tries; i++) {
            ways.add(Way.values()[i % Way.values().length]);
        }
        return ways;
    }

    @BeforeEach
    void needsMarks() {
        assumeThat(Path.of("/proc/self/limits")).as("the system shows limits").exists();
    }

    @ParameterizedTest
    @MethodSource("ways")
    @Timeout(600)
    void nothingIsLeftAndTheJobGoesOn(Way way) throws Exception {
        try (StubbornRun run = new StubbornRun(Files.createTempDirectory(directory, "try"), way.elsewhere())) {
            assertThat(run.run(way.usual(), 1, 0, StubbornJob.AT, Duration.ofSeconds(60))
                            .outcome()
                            .nextAtom())
                    .isEqualTo(StubbornJob.AT);

            Observed observed = way.signal.isEmpty() ? fromHere(run, way) : fromAnother(run, way);

            System.out.println("%s, last seen %s ms and gone %s ms after the end, observer %s ms late, told as %s"
                    .formatted(
                            way,
                            observed.alive().toMillis(),
                            observed.gone().toMillis(),
                            observed.late().toMillis(),
                            observed.told()));
            assertThat(observed.alive())
                    .as("%s on a machine that woke the observer %s too late".formatted(way, observed.late()))
                    .isLessThanOrEqualTo(PROMISED.plus(observed.late().multipliedBy(TURNS)));
            assertThat(run.run(way.usual(), 3, StubbornJob.AT, StubbornJob.ATOMS, Duration.ofSeconds(60))
                            .outcome())
                    .isEqualTo(new Outcome.Finished(StubbornJob.ATOMS));
            assertThat(run.store().open().latest().orElseThrow().sha256())
                    .isEqualTo(StraightRun.of(run.job(way.usual()), TIME, next -> {})
                            .sha256());
        }
    }

    /**
     * How a worker's processes were seen.
     *
     * @param alive when one was alive, from the end of the lease on; an observer that is late sees less, and blames nobody for that
     * @param gone when none was seen to be alive for the first time
     * @param late by which the observer's own sleep was too long, at most
     * @param told what was said of the subjob; empty if nobody was left to say it
     */
    private record Observed(Duration alive, Duration gone, Duration late, String told) {

        Observed toldAs(String kind) {
            return new Observed(alive, gone, late, kind);
        }
    }

    private static Observed fromHere(StubbornRun run, Way way) throws Exception {
        CompletableFuture<WorkerException> failed = new CompletableFuture<>();
        Thread running = new Thread(() -> failed.complete(catchThrowableOfType(
                WorkerException.class, () -> run.run(way.how, 2, StubbornJob.AT, StubbornJob.ATOMS, way.lease()))));
        running.start();
        Observed observed = observe(run, running::isAlive);
        running.join();
        FailureKind kind = failed.join().kind();
        assertThat(kind).isIn(FailureKind.CUT, FailureKind.OVERRUN);
        return observed.toldAs(kind.toString());
    }

    private static Observed fromAnother(StubbornRun run, Way way) throws Exception {
        Process driver = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StubbornRun.class.getName(),
                        run.ends().getParent().toString(),
                        way.how,
                        Long.toString(LEASE.toMillis()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            awaitStarted(run, driver::isAlive);
            signal(driver, way.signal);
            Observed observed = observe(run, () -> true);
            if (way.signal.equals("KILL")) {
                return observed;
            }
            signal(driver, "CONT");
            String told = driver.inputReader().readLine();
            assertThat(told).isIn(FailureKind.CUT.toString(), FailureKind.OVERRUN.toString());
            return observed.toldAs(told);
        } finally {
            driver.destroyForcibly();
        }
    }

    private static void signal(Process process, String name) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    private static void awaitStarted(StubbornRun run, BooleanSupplier running) throws Exception {
        while (!Files.exists(run.started())) {
            assumeThat(running.getAsBoolean())
                    .as("the atom begins within its lease")
                    .isTrue();
            TIME.sleep(POLLED_EVERY);
        }
    }

    private static Observed observe(StubbornRun run, BooleanSupplier running) throws Exception {
        awaitStarted(run, running);
        Mark mark = mark(Files.readString(run.started()));
        Instant end = Instant.ofEpochMilli(Long.parseLong(Files.readString(run.ends())));
        Instant alive = TIME.now();
        Instant asked = alive;
        Duration late = Duration.ZERO;
        while (asked.isBefore(end.minus(LOOKED_BEFORE))
                || (!mark.alive().isEmpty() && asked.isBefore(end.plus(LONGEST)))) {
            alive = asked;
            Instant slept = TIME.now();
            TIME.sleep(POLLED_EVERY);
            asked = TIME.now();
            Duration over = Duration.between(slept, asked).minus(POLLED_EVERY);
            late = over.compareTo(late) > 0 ? over : late;
        }
        return new Observed(Duration.between(end, alive), Duration.between(end, asked), late, "");
    }

    private static Mark mark(String limits) {
        String limit = limits.lines()
                .filter(it -> it.startsWith("Max resident set"))
                .findFirst()
                .orElseThrow();
        return new Mark(Long.parseLong(limit.split(" +")[3]) / 1024);
    }
}
