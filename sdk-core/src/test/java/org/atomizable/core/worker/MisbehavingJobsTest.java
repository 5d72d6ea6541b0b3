package org.atomizable.core.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs in real child processes that use what belongs to the worker, or end it. */
@Tag("slow")
class MisbehavingJobsTest {

    private static final Slice SLICE = new Slice("s", new SliceKind("2g.20gb"), Bytes.gibi(19));
    private static final Bytes LOG_LIMIT = Bytes.mebi(1);

    @TempDir
    Path directory;

    private ChildProcesses pool;
    private StoreOpening store;

    @BeforeEach
    void open() {
        pool = new ChildProcesses(
                directory.resolve("logs"), List.of(), TimeSource.system(), LOG_LIMIT, ChildProcesses.usualBudget());
        store = StoreOpening.in(directory.resolve("store"), "misbehaving");
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private Worker worker(String how) throws Exception {
        return pool.launcherFor(new NamedJob("misbehaving", Map.of("how", how)), store, 1.0)
                .launch(SLICE);
    }

    private static Subjob wholeJob() {
        return QuickSubjob.of(SLICE, 1, TimeSource.system().now(), 0, 20);
    }

    private Report report(String how) throws Exception {
        try (Worker worker = worker(how)) {
            return worker.run(wholeJob(), (next, memory) -> {});
        }
    }

    private WorkerException failure(String how) throws Exception {
        try (Worker worker = worker(how)) {
            return catchThrowableOfType(WorkerException.class, () -> worker.run(wholeJob(), (next, memory) -> {}));
        }
    }

    private String log() throws Exception {
        return Files.readString(directory.resolve("logs/worker-s.log"));
    }

    @Test
    void whatAChildOfTheJobWritesToItsInheritedOutputGoesToTheLog() throws Exception {
        assertThat(report("native-output").outcome()).isEqualTo(new Outcome.Finished(20));

        pool.close();
        assertThat(log()).contains("this is fd 1", "this is fd 2", "{\"type\":\"report\"}");
    }

    @Test
    void aJobThatReadsItsInputEatsNoOrders() throws Exception {
        try (Worker worker = worker("input")) {
            assertThat(worker.run(wholeJob(), (next, memory) -> {}).outcome()).isEqualTo(new Outcome.Finished(20));
        }
        store = StoreOpening.in(directory.resolve("other"), "misbehaving");
        // The same process takes the next order.
        assertThat(report("native-input").outcome()).isEqualTo(new Outcome.Finished(20));

        pool.close();
        assertThat(log()).contains("read -1", "the input has ended");
    }

    @Test
    void systemExitIsToldWithTheLineThatCalledItAndTheLastWords() throws Exception {
        assertThat(failure("exit"))
                .hasMessageContainingAll(
                        "System.exit(5)",
                        "called at org.atomizable.core.worker.MisbehavingJob$Misbehaving.leave(MisbehavingJob.java:",
                        "these are the last words",
                        "throw an exception")
                .extracting(WorkerException::kind)
                .isEqualTo(FailureKind.JOB_EXITED);
    }

    @Test
    void haltAbortKillAndTermAreToldApart() throws Exception {
        assertThat(failure("halt"))
                .hasMessageContainingAll("exit code 9", "Runtime.halt(9)")
                .extracting(WorkerException::kind)
                .isEqualTo(FailureKind.JOB_EXITED);
        assertThat(failure("abort"))
                .hasMessageContaining("crashed with SIGABRT")
                .extracting(WorkerException::kind)
                .isEqualTo(FailureKind.JOB_EXITED);
        assertThat(failure("killed"))
                .hasMessageContaining("SIGKILL")
                .extracting(WorkerException::kind)
                .isEqualTo(FailureKind.WORKER_LOST);
        assertThat(failure("term"))
                .hasMessageContaining("from outside with SIGTERM")
                .extracting(WorkerException::kind)
                .isEqualTo(FailureKind.WORKER_LOST);
    }

    @Test
    @Timeout(600)
    void anAtomThatNeverEndsTellsItsPlaceWhenItIsAskedToStop() throws Exception {
        try (Worker worker = worker("endless")) {
            Thread running = new Thread(() -> catchThrowable(() -> worker.run(wholeJob(), (next, memory) -> {})));
            running.start();
            awaitLogged("it spins");

            worker.yieldSoon();
            while (worker.whereabouts().isEmpty()) {
                Thread.yield();
            }
            assertThat(worker.whereabouts().get())
                    .startsWith("org.atomizable.core.worker.MisbehavingJob$Misbehaving.spin(MisbehavingJob.java:");
            worker.yieldSoon();
            awaitLogged("MisbehavingJob$Misbehaving.run(");

            worker.kill();
            running.join();
        }
    }

    private void awaitLogged(String text) throws Exception {
        while (!log().contains(text)) {
            Thread.yield();
        }
    }

    @Test
    void aJobThatPrintsALotFillsNoDiskAndIsNotHeldUp() throws Exception {
        assertThat(report("talks").outcome()).isEqualTo(new Outcome.Finished(20));

        pool.close();
        assertThat(Files.size(directory.resolve("logs/worker-s.log"))).isLessThan(2 * LOG_LIMIT.count());
        assertThat(Files.size(directory.resolve("logs/worker-s.log.1"))).isLessThan(2 * LOG_LIMIT.count());
        assertThat(log())
                .startsWith("[atomizable] a log is limited to 1048576 bytes")
                .contains("were cut");
    }
}
