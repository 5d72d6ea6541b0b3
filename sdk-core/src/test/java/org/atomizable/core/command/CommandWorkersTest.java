package org.atomizable.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.worker.ChildProcesses;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.StoreOpening;
import org.atomizable.profiler.profile.JobProfile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands in workers that are processes of their own, as {@code atomizable run} starts them. */
@Tag("slow")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommandWorkersTest {

    private static final Slice SLICE = new Slice("s", new SliceKind("2g.20gb"), Bytes.gibi(19));

    @TempDir
    Path directory;

    private WorkerLauncher launcher(ChildProcesses pool, String how) throws Exception {
        String command =
                "%s %s %s %s".formatted(Python.command(), Python.program(directory, "misbehaving.py"), how, directory);
        return pool.launcherFor(
                new NamedJob(CommandFactory.NAME, Python.job(command)),
                StoreOpening.in(directory.resolve("store"), "misbehaving"),
                1.0);
    }

    private ChildProcesses pool() {
        return new ChildProcesses(
                directory.resolve("logs"), List.of(), TimeSource.system(), Bytes.mebi(1), ChildProcesses.usualBudget());
    }

    private static Subjob subjob(long token, long first, int atoms) {
        Instant now = TimeSource.system().now();
        Grant grant = new Grant(
                "g",
                "w",
                SLICE,
                SLICE.memory(),
                now,
                now.plusSeconds(100),
                new FencingToken(token),
                Duration.ofSeconds(5));
        List<Sample> samples = Stream.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT)
                .flatMap(phase -> Stream.generate(
                                () -> new Sample(SLICE.kind(), phase, Duration.ofMillis(1), Bytes.gibi(1)))
                        .limit(3))
                .toList();
        JobProfile profile = JobProfile.declared(Optional.of(Bytes.gibi(2))).with(samples);
        return Subjob.fit(grant, now, first, atoms, profile, Promise.DEFAULT).orElseThrow();
    }

    private CheckpointStore store() throws Exception {
        return StoreOpening.in(directory.resolve("store"), "misbehaving").open();
    }

    private static Stream<ProcessHandle> programs() {
        return ProcessHandle.allProcesses()
                .filter(it -> it.info().commandLine().orElse("").contains("misbehaving.py hang"));
    }

    @Test
    void aWorkerWithAProgramThatHangsIsKilledAndTheProgramWithAllThatItForked() throws Exception {
        try (ChildProcesses pool = pool();
                WorkerLauncher launcher = launcher(pool, "hang");
                Worker worker = launcher.launch(SLICE)) {
            CountDownLatch well = new CountDownLatch(5);
            Thread killer = new Thread(() -> killOnceItHangs(worker, well));
            killer.start();

            WorkerException killed = catchThrowableOfType(
                    WorkerException.class, () -> worker.run(subjob(1, 0, 10), (next, memory) -> well.countDown()));
            killer.join();

            assertThat(killed).hasMessageContaining("killed by its agent");
            assertThat(store().latest().map(Checkpoint::nextAtom).orElse(0L))
                    .as("no more than the check of a new job has committed")
                    .isLessThanOrEqualTo(1);
        }
        // Nobody is there to tell the program; the kernel has closed what the dead worker had open.
        for (ProcessHandle each :
                Stream.concat(Python.started(directory).stream(), programs()).toList()) {
            each.onExit().get(60, TimeUnit.SECONDS);
        }
        assertThat(Python.started(directory)).noneMatch(ProcessHandle::isAlive);
        assertThat(programs()).isEmpty();
    }

    private void killOnceItHangs(Worker worker, CountDownLatch well) {
        try {
            well.await();
            while (Python.started(directory).size() < 3) {
                Thread.onSpinWait();
            }
            worker.kill();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aFloodFillsTheLogNoFurtherThanItsLimit() throws Exception {
        try (ChildProcesses pool = pool();
                WorkerLauncher launcher = launcher(pool, "print");
                Worker worker = launcher.launch(SLICE)) {
            assertThat(worker.run(subjob(1, 0, 20), (next, memory) -> {}).outcome())
                    .isEqualTo(new Outcome.Finished(20));
        }

        assertThat(Files.size(directory.resolve("logs/worker-s.log"))).isLessThan(2_000_000);
        assertThat(store().latest().orElseThrow().state().longs("count")).containsExactly(20);
    }

    @Test
    void aFailureIsReportedByTheWorkerWhichIsGoodForTheNextSubjob() throws Exception {
        try (ChildProcesses pool = pool();
                WorkerLauncher launcher = launcher(pool, "wrong-atom");
                Worker worker = launcher.launch(SLICE)) {
            assertThat(worker.run(subjob(1, 0, 5), (next, memory) -> {})
                            .outcome()
                            .nextAtom())
                    .isEqualTo(5);
            for (int token = 2; token < 4; token++) {
                Outcome outcome =
                        worker.run(subjob(token, 5, 5), (next, memory) -> {}).outcome();
                assertThat(outcome).isInstanceOf(Outcome.Failed.class).hasToString(outcome.toString());
                assertThat(((Outcome.Failed) outcome).message()).contains("\"done\" of atom 5");
            }
        }
        assertThat(store().latest().orElseThrow().nextAtom()).isEqualTo(5);
    }

    @Test
    void theMemoryIsThatOfTheProgramAndNotOfTheWorker() throws Exception {
        Path program = directory.resolve("large.py");
        Files.writeString(program, """
            import atomizable, os, time
            def filled(mebi):  # without a copy of it for a moment
                held = bytearray(mebi << 20)
                for at in range(0, len(held), 1024):
                    held[at] = 1
                return held
            state = atomizable.state(n=0)
            held = filled(200)
            for step in atomizable.steps(4, name="large"):
                if step == 0 and os.fork() == 0:
                    own = filled(100)
                    time.sleep(1000)
                time.sleep(1)
                state.n += 1
            """);
        Python.program(directory, "logistic.py");
        try (ChildProcesses pool = pool();
                WorkerLauncher launcher = pool.launcherFor(
                        new NamedJob(CommandFactory.NAME, Python.job(Python.command() + " " + program)),
                        StoreOpening.in(directory.resolve("store"), "large"),
                        1.0);
                Worker worker = launcher.launch(SLICE)) {
            long[] most = {0};
            assertThat(worker.run(subjob(1, 0, 4), (next, memory) -> most[0] = Math.max(most[0], memory.count()))
                            .outcome()
                            .nextAtom())
                    .isPositive();

            // 200 MiB of its own, and 100 of its child's; what they share counts once.
            assertThat(Bytes.of(most[0])).isBetween(Bytes.mebi(300), Bytes.mebi(390));
        }
    }
}
