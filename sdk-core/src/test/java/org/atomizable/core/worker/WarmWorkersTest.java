package org.atomizable.core.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.warm.MemoryBudget;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers in processes of their own, under a budget. */
@Tag("slow")
class WarmWorkersTest {

    private static final Slice SLICE = new Slice("gpu0.0", new SliceKind("2g.20gb"), Bytes.gibi(19));
    private static final Slice OTHER = new Slice("gpu0.1", SLICE.kind(), SLICE.memory());
    private static final Bytes NOTHING = Bytes.ZERO;
    private static final Bytes ENOUGH = Bytes.gibi(1);

    @TempDir
    Path directory;

    private ChildProcesses pool;
    private StoreOpening store;
    private long token;

    @BeforeEach
    void open() {
        pool = pool(Bytes.gibi(8));
        store = StoreOpening.in(directory.resolve("store"), "counting");
    }

    private ChildProcesses pool(Bytes budget) {
        return pool(budget, TimeSource.system());
    }

    private ChildProcesses pool(Bytes budget, TimeSource time) {
        return new ChildProcesses(directory.resolve("logs"), List.of(), time, Bytes.mebi(1), new MemoryBudget(budget));
    }

    /** The system's time, in which nothing that is scheduled happens. */
    private static final class WithoutTimers implements TimeSource {

        @Override
        public Instant now() {
            return TimeSource.system().now();
        }

        @Override
        public long nanos() {
            return TimeSource.system().nanos();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            TimeSource.system().sleep(duration);
        }

        @Override
        public Timer schedule(Duration delay, Runnable action) {
            return () -> {};
        }
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private static NamedJob job() {
        return new NamedJob("counting", Map.of());
    }

    private WorkerLauncher launcher() {
        return pool.launcherFor(job(), store, 1.0);
    }

    private Subjob subjob(Slice slice, long first, long atoms, Bytes resident) {
        Grant grant = QuickSubjob.grant(slice, ++token, TimeSource.system().now(), QuickSubjob.MINUTE);
        return QuickSubjob.in(grant.leaving(resident), first, atoms);
    }

    private Report run(WorkerLauncher launcher, Slice slice, long first, long atoms, Bytes resident) throws Exception {
        try (Worker worker = launcher.launch(slice)) {
            return worker.run(subjob(slice, first, atoms, resident), (next, memory) -> {});
        }
    }

    private List<WarmState> states(Slice slice) {
        return pool.pool().states(slice);
    }

    private void prepareAndWait(WorkerLauncher launcher, Slice slice) {
        launcher.prepare(slice);
        pool.awaitPrepared();
    }

    private static List<Phase> phases(Report report) {
        return report.samples().stream().map(Sample::phase).toList();
    }

    private void endsInTheBitsOfAStraightRun(Report last) throws Exception {
        assertThat(last.outcome()).isEqualTo(new Outcome.Finished(100));
        assertThat(store.open().latest().orElseThrow().sha256())
                .isEqualTo(
                        StraightRun.of(job(), TimeSource.system(), next -> {}).sha256());
    }

    @Test
    void withoutAnAllowanceAWorkerIsReadyButHoldsNothing() throws Exception {
        WorkerLauncher launcher = launcher();
        prepareAndWait(launcher, SLICE);
        Duration starting = pool.timeStarting();
        assertThat(states(SLICE)).containsExactly(WarmState.ENGINE);

        Worker worker = launcher.launch(SLICE);
        assertThat(worker.preparation()).extracting(Sample::phase).containsExactly(Phase.START_UP, Phase.ENGINE);
        Report first = worker.run(subjob(SLICE, 0, 50, NOTHING), (next, memory) -> {});
        worker.close();

        assertThat(phases(first)).contains(Phase.COLD_RESTORE);
        assertThat(states(SLICE)).containsExactly(WarmState.ENGINE);
        Report second = run(launcher, SLICE, 50, 50, NOTHING);
        assertThat(phases(second)).contains(Phase.RESTORE).doesNotContain(Phase.CONTINUE);
        assertThat(pool.timeStarting()).isEqualTo(starting);
        endsInTheBitsOfAStraightRun(second);
    }

    @Test
    void anAllowedWorkerStaysPausedAndGoesOn() throws Exception {
        WorkerLauncher launcher = launcher();
        run(launcher, SLICE, 0, 50, ENOUGH);
        assertThat(states(SLICE)).containsExactly(WarmState.PAUSED);

        Report second = run(launcher, SLICE, 50, 50, ENOUGH);

        assertThat(phases(second)).contains(Phase.CONTINUE).doesNotContain(Phase.RESTORE);
        endsInTheBitsOfAStraightRun(second);
    }

    @Test
    void whatIsTakenBackIsGone() throws Exception {
        WorkerLauncher launcher = launcher();
        run(launcher, SLICE, 0, 50, ENOUGH);

        launcher.release(SLICE);

        assertThat(states(SLICE)).noneMatch(WarmState::holdsSlice);
        prepareAndWait(launcher, SLICE);
        assertThat(states(SLICE)).containsExactly(WarmState.ENGINE);
        endsInTheBitsOfAStraightRun(run(launcher, SLICE, 50, 50, NOTHING));
    }

    /** By the pool, or by its guardian alone, as when its agent hangs. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatMayStayForATimeIsGoneByThen(boolean byThePool) throws Exception {
        pool.close();
        pool = pool(Bytes.gibi(8), byThePool ? TimeSource.system() : new WithoutTimers());
        WorkerLauncher launcher = launcher();
        run(launcher, SLICE, 0, 20, NOTHING);
        Worker worker = launcher.launch(SLICE);
        Instant now = TimeSource.system().now();
        Grant grant = QuickSubjob.grant(SLICE, ++token, now, Duration.ofSeconds(4));
        Instant until = grant.ends().plusSeconds(6);
        worker.run(QuickSubjob.in(grant.leaving(ENOUGH, until), 20, 20), (next, memory) -> {});
        worker.close();
        assertThat(states(SLICE)).containsExactly(WarmState.PAUSED);

        ProcessHandle.of(pool.pool().processes().get(0))
                .ifPresent(it -> it.onExit().join());

        assertThat(TimeSource.system().now()).isBetween(grant.ends(), until);
        assertThat(states(SLICE)).isEmpty();
        prepareAndWait(launcher, SLICE);
        assertThat(states(SLICE)).containsExactly(WarmState.ENGINE);
        endsInTheBitsOfAStraightRun(run(launcher, SLICE, 40, 60, NOTHING));
    }

    @Test
    void aWorkerThatMayNotStayUntilTheNextGrantIsNotWaitedWith() throws Exception {
        WorkerLauncher launcher = launcher();
        run(launcher, SLICE, 0, 50, ENOUGH);
        assertThat(states(SLICE)).containsExactly(WarmState.PAUSED);
        Instant later = TimeSource.system().now().plus(QuickSubjob.MINUTE);

        Worker worker = launcher.launch(QuickSubjob.grant(SLICE, ++token, later, QuickSubjob.MINUTE));

        assertThat(worker.preparation()).extracting(Sample::phase).contains(Phase.START_UP);
        assertThat(states(SLICE)).isEmpty();
        worker.close();
    }

    @Test
    void anOutdatedWorkerIsLoadedAgainAndGoesOn() throws Exception {
        WorkerLauncher launcher = launcher();
        run(launcher, SLICE, 0, 20, ENOUGH);
        run(launcher, OTHER, 20, 20, NOTHING);

        prepareAndWait(launcher, SLICE);
        assertThat(states(SLICE)).containsExactly(WarmState.LOADED);
        Report third = run(launcher, SLICE, 40, 60, ENOUGH);

        assertThat(third.firstAtom()).isEqualTo(40);
        assertThat(phases(third)).contains(Phase.CONTINUE, Phase.WARM_UP).doesNotContain(Phase.RESTORE);
        endsInTheBitsOfAStraightRun(third);
    }

    @Test
    void aWorkerThatWasLoadedTooEarlyRestores() throws Exception {
        WorkerLauncher launcher = launcher();
        run(launcher, SLICE, 0, 20, ENOUGH);
        run(launcher, OTHER, 20, 20, NOTHING);
        prepareAndWait(launcher, SLICE);
        run(launcher, OTHER, 40, 20, NOTHING);

        Report last = run(launcher, SLICE, 60, 40, ENOUGH);

        assertThat(last.firstAtom()).isEqualTo(60);
        assertThat(phases(last)).contains(Phase.RESTORE);
        endsInTheBitsOfAStraightRun(last);
    }

    @Test
    void aWorkerThatIsKilledWhileItWaitsIsReplaced() throws Exception {
        WorkerLauncher launcher = launcher();
        for (Bytes resident : List.of(ENOUGH, NOTHING)) {
            long first = resident.equals(ENOUGH) ? 0 : 30;
            run(launcher, SLICE, first, 30, resident);
            for (long pid : pool.pool().processes()) {
                ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
                process.destroyForcibly();
                process.onExit().get();
            }
        }

        Report last = run(launcher, SLICE, 60, 40, NOTHING);

        assertThat(last.firstAtom()).isEqualTo(60);
        endsInTheBitsOfAStraightRun(last);
    }

    @Test
    void twoJobsArePausedOnOneSlice() throws Exception {
        StoreOpening second = StoreOpening.in(directory.resolve("second"), "counting");
        WorkerLauncher one = launcher();
        WorkerLauncher two = pool.launcherFor(job(), second, 1.0);

        for (long first = 0; first < 100; first += 50) {
            Report ofOne = run(one, SLICE, first, 50, ENOUGH);
            Report ofTwo = run(two, SLICE, first, 50, ENOUGH);
            if (first > 0) {
                assertThat(phases(ofOne)).contains(Phase.CONTINUE);
                assertThat(phases(ofTwo)).contains(Phase.CONTINUE);
            } else {
                assertThat(states(SLICE)).containsExactly(WarmState.PAUSED, WarmState.PAUSED);
            }
        }

        // One that is finished holds nothing.
        assertThat(states(SLICE)).noneMatch(WarmState::holdsSlice);
        assertThat(store.open().latest().orElseThrow().sha256())
                .isEqualTo(second.open().latest().orElseThrow().sha256());
    }

    @Test
    void workersThatWaitKeepToTheirBudget() throws Exception {
        pool.close();
        pool = pool(Bytes.mebi(1));
        WorkerLauncher launcher = launcher();

        run(launcher, SLICE, 0, 50, ENOUGH);

        assertThat(states(SLICE)).isEmpty();
        endsInTheBitsOfAStraightRun(run(launcher, SLICE, 50, 50, ENOUGH));
    }

    @Test
    void withoutABudgetNoWorkerWaits() throws Exception {
        pool.close();
        pool = pool(NOTHING);
        WorkerLauncher launcher = launcher();
        prepareAndWait(launcher, SLICE);
        assertThat(pool.timeStarting()).isZero();

        run(launcher, SLICE, 0, 50, ENOUGH);

        assertThat(states(SLICE)).isEmpty();
        endsInTheBitsOfAStraightRun(run(launcher, SLICE, 50, 50, ENOUGH));
    }

    @Test
    void aWorkerIsFrozenThawedAndRanked() throws Exception {
        assumeThat(Path.of("/proc/self/stat")).as("the system has /proc").exists();
        WorkerLauncher launcher = launcher();
        run(launcher, SLICE, 0, 50, NOTHING);
        long pid = pool.pool().processes().get(0);
        Worker worker = launcher.launch(SLICE);

        worker.freeze();
        awaitState(pid, "T");
        worker.thaw();
        awaitState(pid, "S");
        worker.rank(700);

        assertThat(Files.readString(Path.of("/proc/" + pid + "/oom_score_adj"))).isEqualTo("700\n");
        worker.close();
        endsInTheBitsOfAStraightRun(run(launcher, SLICE, 50, 50, NOTHING));
    }

    private static void awaitState(long pid, String state) throws Exception {
        String stat = "";
        while (!stat.startsWith(state)) {
            String line = Files.readString(Path.of("/proc/" + pid + "/stat"));
            stat = line.substring(line.lastIndexOf(')') + 2);
        }
    }

    @Test
    void aJobThatFailedInAWorkerThatWasMadeReadyIsNotWarmedAgain() throws Exception {
        NamedJob broken = new NamedJob("counting", Map.of("halt-at", "0"));
        WorkerLauncher launcher = pool.launcherFor(broken, store, 1.0);
        launcher.prepare(SLICE);
        Worker worker = launcher.launch(SLICE);
        assertThatThrownBy(() -> worker.run(subjob(SLICE, 0, 50, NOTHING), (next, memory) -> {}))
                .isInstanceOf(WorkerException.class);
        worker.close();

        launcher.prepare(SLICE);
        pool.awaitPrepared();

        assertThat(states(SLICE)).isEmpty();
    }
}
