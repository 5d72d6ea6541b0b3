package org.atomizable.core.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.worker.ChildProcesses;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.QuickSubjob;
import org.atomizable.core.worker.StoreOpening;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The same program in real processes: alone, in windows, and killed. */
@Tag("slow")
class LoopInWorkersTest {

    private static final Slice SLICE = new Slice("s", new SliceKind("2g.20gb"), Bytes.gibi(19));
    private static final long ATOMS = 25;

    @TempDir
    Path directory;

    private ChildProcesses pool;
    private StoreOpening store;
    private long token;

    @BeforeEach
    void open() {
        pool = new ChildProcesses(directory.resolve("logs"), List.of(), TimeSource.system());
        store = StoreOpening.in(directory.resolve("store"), "walk");
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private Map<String, String> parameters(String how, long at) {
        return new TreeMap<>(Map.of(
                "how", how,
                "at", Long.toString(at),
                "happened", directory.resolve("happened").toString(),
                "out", directory.resolve("cut.txt").toString()));
    }

    private Worker worker(Map<String, String> parameters) throws Exception {
        return launcher(parameters).launch(SLICE);
    }

    private WorkerLauncher launcher(Map<String, String> parameters) {
        return pool.launcherFor(new NamedJob(WalkProgram.class.getName(), parameters), store, 1.0);
    }

    private Subjob subjob(long first, long atoms) {
        return QuickSubjob.of(SLICE, ++token, TimeSource.system().now(), first, atoms);
    }

    private long next() throws Exception {
        return store.open().latest().map(it -> it.nextAtom()).orElse(0L);
    }

    /** What {@code java WalkProgram} writes, with nothing but sdk-api to host its loop. */
    private String straight() throws Exception {
        Path out = directory.resolve("straight.txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                place(Atomizable.class) + ":" + place(WalkProgram.class),
                WalkProgram.class.getName(),
                "out=" + out));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
        return Files.readString(out);
    }

    private static Path place(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    @Test
    void aLoopInWindowsWhoseWorkerIsKilledEndsInTheBitsOfTheProgramAlone() throws Exception {
        Map<String, String> killed = parameters("kill", 16);
        for (long first = 0; first < 14; first += 7) {
            try (Worker worker = worker(killed)) {
                assertThat(worker.run(subjob(first, 7), (next, memory) -> {}).outcome())
                        .isInstanceOf(Outcome.Yielded.class);
            }
        }
        try (Worker worker = worker(killed)) {
            assertThat(catchThrowableOfType(
                            WorkerException.class, () -> worker.run(subjob(14, 7), (next, memory) -> {})))
                    .hasMessageContaining("SIGKILL");
        }
        assertThat(next()).isEqualTo(14);
        while (next() < ATOMS) {
            try (Worker worker = worker(killed)) {
                worker.run(subjob(next(), Math.min(4, ATOMS - next())), (next, memory) -> {});
            }
        }
        assertThat(directory.resolve("cut.txt"))
                .as("no worker tells the result")
                .doesNotExist();

        try (Atomizable last = new NamedJob(WalkProgram.class.getName(), killed).create()) {
            last.restore(store.open().latest().orElseThrow().state());
            last.evaluate();
        }
        assertThat(Files.readString(directory.resolve("cut.txt"))).isEqualTo(straight());
        assertThat(pool.straight(new NamedJob(WalkProgram.class.getName(), killed), next -> {})
                        .sha256())
                .isEqualTo(store.open().latest().orElseThrow().sha256());
    }

    @Test
    void aLoopThatExitsIsToldWithItsLine() throws Exception {
        try (Worker worker = worker(parameters("exit", 3))) {
            assertThat(catchThrowableOfType(
                            WorkerException.class, () -> worker.run(subjob(0, 7), (next, memory) -> {})))
                    .hasMessageContainingAll("System.exit(5)", "WalkProgram.mishap(WalkProgram.java:")
                    .extracting(WorkerException::kind)
                    .isEqualTo(FailureKind.JOB_EXITED);
        }
    }

    @Test
    @Timeout(600)
    void aTurnThatNeverEndsTellsItsLine() throws Exception {
        try (Worker worker = worker(parameters("endless", 3))) {
            Thread running = new Thread(() -> catchThrowable(() -> worker.run(subjob(0, 7), (next, memory) -> {})));
            running.start();
            while (!Files.exists(directory.resolve("happened"))) {
                Thread.onSpinWait();
            }
            while (!worker.whereabouts().orElse("").contains("WalkProgram.spin(WalkProgram.java:")) {
                worker.yieldSoon();
                Thread.yield();
            }
            worker.kill();
            running.join();
        }
    }

    @Test
    void aMainThatDoesNotLetGoEndsItsWorkerAndTheNextJobGetsAnother() throws Exception {
        Map<String, String> lingering = parameters("none", -1);
        lingering.put("lingers", "yes");
        try (Worker worker = worker(parameters("none", -1))) {
            // It passes the check of a new job, which would meet the other main before its subjob ends.
            assertThat(worker.run(subjob(0, 5), (next, memory) -> {}).outcome().nextAtom())
                    .isEqualTo(5);
        }
        try (Worker worker = worker(lingering)) {
            assertThat(worker.run(subjob(5, 5), (next, memory) -> {}).outcome().nextAtom())
                    .isEqualTo(10);
        }
        assertThat(launcher(lingering).isWarm(SLICE)).isFalse();
        assertThat(directory.resolve("logs/worker-s.log"))
                .content()
                .contains("cannot let go of the job", "WalkProgram.linger(WalkProgram.java:");
        store = StoreOpening.in(directory.resolve("other"), "walk");
        try (Worker worker = worker(parameters("none", -1))) {
            assertThat(worker.run(subjob(0, 5), (next, memory) -> {}).outcome().nextAtom())
                    .isEqualTo(5);
        }
    }

    @Test
    void aProgramWithoutALoopIsRefusedWithTheReason() throws Exception {
        NamedJob none = new NamedJob(LoopJobTest.NoLoop.class.getName(), Map.of());
        try (Worker worker = pool.launcherFor(none, store, 1.0).launch(SLICE)) {
            assertThat(worker.run(subjob(0, 7), (next, memory) -> {}).outcome())
                    .isInstanceOfSatisfying(
                            Outcome.Failed.class,
                            failed -> assertThat(failed.message()).contains("without calling Atomizable.loop"));
        }
    }
}
