package org.atomizable.core.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.StopReason;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.channel.WorkerChannel;
import org.atomizable.core.worker.channel.WorkerEvent;
import org.atomizable.core.worker.channel.WorkerHost;
import org.atomizable.core.worker.warm.Rung;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class ChildProcessesTest {

    private static final Slice SLICE = new Slice("GPU-0/2g.20gb/0", new SliceKind("2g.20gb"), Bytes.gibi(19));

    private static final List<String> ORPHAN = List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            WorkerMain.class.getName(),
            "orphan");

    @TempDir
    Path directory;

    private ChildProcesses pool;
    private StoreOpening store;
    private long token;

    @BeforeEach
    void open() {
        pool = new ChildProcesses(directory.resolve("logs"), List.of(), TimeSource.system());
        store = StoreOpening.in(directory.resolve("store"), "counting");
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private static NamedJob job(String... parameters) {
        return parameters.length == 0
                ? new NamedJob("counting", Map.of())
                : new NamedJob("counting", Map.of(parameters[0], parameters[1]));
    }

    private Subjob subjob(long first, long atoms) {
        return subjob(first, atoms, Bytes.ZERO);
    }

    private Subjob subjob(long first, long atoms, Bytes resident) {
        Grant grant = QuickSubjob.grant(SLICE, ++token, TimeSource.system().now(), QuickSubjob.MINUTE);
        return QuickSubjob.in(grant.leaving(resident), first, atoms);
    }

    @Test
    void aChildProcessEndsInTheBitsOfAStraightRunWhateverItsJobPrints() throws Exception {
        var launcher = pool.launcherFor(job(), store, 1.0);
        for (long first = 0; first < 100; first += 50) {
            try (Worker worker = launcher.launch(SLICE)) {
                Report report = worker.run(subjob(first, 50), (next, memory) -> {});
                assertThat(report.outcome())
                        .isEqualTo(
                                first == 50
                                        ? new Outcome.Finished(100)
                                        : new Outcome.Yielded(50, StopReason.ALL_ATOMS_DONE));
            }
        }

        StraightRun straight = pool.straight(job(), next -> {});

        assertThat(store.open().latest().orElseThrow().sha256()).isEqualTo(straight.sha256());
        assertThat(directory.resolve("logs/worker-GPU-0_2g.20gb_0.log"))
                .content()
                .contains("this job talks, and sees " + System.getenv("CUDA_VISIBLE_DEVICES"));
    }

    @Test
    @Timeout(60)
    void aWorkerTellsTheEndOfWhatItsSubjobPrinted() throws Exception {
        try (Worker worker = pool.launcherFor(job(), store, 1.0).launch(SLICE)) {
            assertThat(worker.printed()).hasValue("");
            worker.run(subjob(0, 50), (next, memory) -> {});
            while (worker.printed().orElseThrow().isEmpty()) {
                // Another pipe brings it, so it may come a little later than the report.
                Thread.onSpinWait();
            }
            assertThat(worker.printed().orElseThrow()).contains("this job talks");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MIG-41b3359c-e721-56e5-8009-12e5797ed514",
                "node7.cluster.MIG-41b3359c-e721-56e5-8009-12e5797ed514",
                "node7.cluster.MIG-GPU-41b3359c-e721-56e5-8009-12e5797ed514/9/0"
            })
    void aProcessOnAMigDeviceAlsoIfItIsNamedByItsNodeSeesNoOther(String id) throws Exception {
        Slice real = new Slice(id, SLICE.kind(), SLICE.memory());
        try (Worker worker = pool.launcherFor(job(), store, 1.0).launch(real)) {
            worker.run(subjob(0, 10), (next, memory) -> {});
        }

        assertThat(directory.resolve("logs/worker-" + id.replace('/', '_') + ".log"))
                .content()
                .contains("and sees " + id.substring(id.indexOf("MIG-")));
    }

    @Test
    void aProcessDoesNotGetTheTenantsToken() throws Exception {
        Path log = directory.resolve("environment.log");
        Map<String, String> environment = Map.of(Secrets.TOKEN, "atomizable_red_secret", "OF_THE_JOB", "blue");

        assertThatThrownBy(() -> ChildProcess.start(
                        List.of("/bin/sh", "-c", "env >&2"),
                        environment,
                        log,
                        Bytes.mebi(1),
                        TimeSource.system(),
                        Optional.empty()))
                .isInstanceOf(WorkerException.class);

        assertThat(log).content().contains("OF_THE_JOB=blue").doesNotContain(Secrets.TOKEN, "secret");
    }

    @Test
    void aProcessThatDiesIsReportedAndTheNextOneGoesOn() throws Exception {
        var launcher = pool.launcherFor(job("halt-at", "70"), store, 1.0);
        try (Worker worker = launcher.launch(SLICE)) {
            worker.run(subjob(0, 50), (next, memory) -> {});
        }
        try (Worker worker = launcher.launch(SLICE)) {
            assertThatThrownBy(() -> worker.run(subjob(50, 50), (next, memory) -> {}))
                    .isInstanceOf(WorkerException.class)
                    .hasMessageContaining("exit code 77");
        }

        assertThat(store.open().latest().orElseThrow().nextAtom()).isEqualTo(50);
        try (Worker worker = pool.launcherFor(job(), store, 1.0).launch(SLICE)) {
            assertThat(worker.run(subjob(50, 50), (next, memory) -> {}).outcome())
                    .isEqualTo(new Outcome.Finished(100));
        }
    }

    @Test
    void aProcessIsUsedAgain() throws Exception {
        var launcher = pool.launcherFor(job(), store, 1.0);
        try (Worker worker = launcher.launch(SLICE)) {
            worker.run(subjob(0, 10), (next, memory) -> {});
        }
        Duration once = pool.timeStarting();

        try (Worker worker = launcher.launch(SLICE)) {
            worker.run(subjob(10, 10), (next, memory) -> {});
        }

        assertThat(pool.timeStarting()).isEqualTo(once).isPositive();
    }

    @Test
    void aProcessThatMayKeepItsJobGoesOnWithoutARestoreUntilAnotherCommits() throws Exception {
        var launcher = pool.launcherFor(job(), store, 1.0);
        try (Worker worker = launcher.launch(SLICE)) {
            worker.run(subjob(0, 10, SLICE.memory()), (next, memory) -> {});
        }
        try (Worker worker = launcher.launch(SLICE)) {
            assertThat(worker.run(subjob(10, 10, SLICE.memory()), (next, memory) -> {})
                            .samples())
                    .extracting(Sample::phase)
                    .contains(Phase.CONTINUE)
                    .noneMatch(Phase::isRestore);
        }
        Slice other = new Slice("another", SLICE.kind(), SLICE.memory());
        try (Worker worker = launcher.launch(other)) {
            assertThat(worker.run(subjob(20, 10), (next, memory) -> {}).firstAtom())
                    .isEqualTo(20);
        }

        try (Worker worker = launcher.launch(SLICE)) {
            Report back = worker.run(subjob(30, 70), (next, memory) -> {});
            assertThat(back.firstAtom()).isEqualTo(30);
            assertThat(back.samples())
                    .extracting(Sample::phase)
                    .contains(Phase.RESTORE)
                    .doesNotContain(Phase.CONTINUE);
        }
        assertThat(store.open().latest().orElseThrow().sha256())
                .isEqualTo(
                        StraightRun.of(job(), TimeSource.system(), next -> {}).sha256());
    }

    @Test
    void aProcessIsWarmForEveryJobThatItHasServed() throws Exception {
        var first = pool.launcherFor(job(), store, 1.0);
        var second =
                pool.launcherFor(job("halt-at", "90"), StoreOpening.in(directory.resolve("other"), "counting"), 1.0);
        try (Worker worker = first.launch(SLICE)) {
            assertThat(worker.isWarm()).isFalse();
            assertThat(worker.run(subjob(0, 10), (next, memory) -> {}).samples())
                    .extracting(Sample::phase)
                    .contains(Phase.COLD_RESTORE);
        }
        try (Worker worker = second.launch(SLICE)) {
            assertThat(worker.isWarm()).isFalse();
            worker.run(subjob(0, 10), (next, memory) -> {});
        }

        assertThat(first.isWarm(SLICE)).isTrue();
        try (Worker worker = first.launch(SLICE)) {
            assertThat(worker.run(subjob(10, 10), (next, memory) -> {}).samples())
                    .extracting(Sample::phase)
                    .contains(Phase.RESTORE)
                    .doesNotContain(Phase.COLD_RESTORE);
        }
    }

    @Test
    void aJobThatCannotBeMadeIsRefusedWithItsReason() throws Exception {
        try (Worker worker = pool.launcherFor(job("atoms", "0"), store, 1.0).launch(SLICE)) {
            assertThat(worker.run(subjob(0, 10), (next, memory) -> {}).outcome())
                    .isInstanceOfSatisfying(
                            Outcome.Failed.class,
                            failed -> assertThat(failed.message()).contains("parameter atoms must be 1 or more"));
        }
    }

    @Test
    void aWorkerWhoseParentIsGoneEndsByItselfWhateverDescriptorsItsOrdersHave() throws Exception {
        for (List<String> command : List.of(ORPHAN, Descriptors.apart(ORPHAN, Mark.fresh()))) {
            Process orphan = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            assertThat(orphan.inputReader().readLine()).contains("ready");

            orphan.getOutputStream().close();

            assertThat(orphan.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(orphan.exitValue()).isEqualTo(3);
        }
    }

    @Test
    void aWorkerThatIsLoadedEndsWithItsParentAndHasCommittedNothing() throws Exception {
        Process orphan = new ProcessBuilder(ORPHAN)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        WorkerChannel channel =
                WorkerChannel.of("orphan", orphan.getInputStream(), orphan.getOutputStream(), new DeadHost(orphan));
        channel.awaitReady(Duration.ofSeconds(60));
        channel.send(new ChildJob(job(), store, 1.0).warm(Rung.LOADED));
        assertThat(channel.next()).isInstanceOf(WorkerEvent.Rested.class);
        assertThat(channel.next())
                .isInstanceOfSatisfying(
                        WorkerEvent.Rested.class, it -> assertThat(it.rung()).isEqualTo(Rung.LOADED));

        orphan.getOutputStream().close();

        assertThat(orphan.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(orphan.exitValue()).isEqualTo(3);
        assertThat(store.open().latest()).isEmpty();
    }

    private record DeadHost(Process process) implements WorkerHost {
        @Override
        public boolean isAlive() {
            return process.isAlive();
        }

        @Override
        public void kill() {
            process.destroyForcibly();
        }

        @Override
        public WorkerException ended(Optional<String> exitingAt) {
            return new WorkerException("it has ended", "Nothing to do");
        }

        @Override
        public String whereToLook() {
            return "Nowhere";
        }
    }
}
