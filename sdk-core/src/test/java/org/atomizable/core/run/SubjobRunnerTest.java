package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.StopReason;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.Checkpoints;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubjobRunnerTest {

    private static final Duration ATOM = Duration.ofMillis(10);

    @TempDir
    Path directory;

    private final VirtualTime time = VirtualTime.create();
    private CheckpointStore store;

    @BeforeEach
    void openStore() throws Exception {
        store = new CommitsAtOnce(Checkpoints.in(directory.resolve("store"), "walk"));
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    private RandomWalk walk(long atoms, RandomWalk.Mishap mishap) {
        return new RandomWalk(JobSpec.of("walk", atoms), 7, time, ATOM, mishap);
    }

    private SubjobRunner runner(JobSource source, Bytes used) {
        return new SubjobRunner(source, store, job -> () -> used, time);
    }

    private SubjobRunner runner(JobSource source) {
        return runner(source, Bytes.of(1000));
    }

    private Report run(SubjobRunner runner, long token, long first, long last) {
        return runner.run(Plans.of(token, first, last, in(10_000)), (next, memory) -> {});
    }

    private Instant in(long millis) {
        return time.now().plusMillis(millis);
    }

    @Test
    void toHaveFinishedAndToHaveYieldedAreDifferentOutcomes() {
        SubjobRunner runner = runner(() -> walk(20, atom -> {}));

        Report first = run(runner, 1, 0, 10);
        Report second = run(runner, 2, 10, 30);

        assertThat(first.outcome()).isEqualTo(new Outcome.Yielded(10, StopReason.ALL_ATOMS_DONE));
        assertThat(second.outcome()).isEqualTo(new Outcome.Finished(20));
    }

    @Test
    void aFinishedJobRunsNoAtomMore() {
        SubjobRunner runner = runner(() -> walk(5, atom -> {}));
        run(runner, 1, 0, 5);

        Report again = run(runner, 2, 5, 9);

        assertThat(again.outcome()).isEqualTo(new Outcome.Finished(5));
        assertThat(again.samples()).extracting(Sample::phase).containsExactly(Phase.CONTINUE);
    }

    @Test
    void anOpenEndedJobEndsByItsOwnTest() {
        JobSource source = () -> new RandomWalk(JobSpec.openEnded("walk"), 7, time, ATOM, atom -> {}).enoughAt(13);

        Report report = run(runner(source), 1, 0, 100);

        assertThat(report.outcome()).isEqualTo(new Outcome.Finished(13));
    }

    @Test
    void theTimeGuardStopsBeforeTheWindowEnds() {
        Instant ends = in(400);

        Report report = runner(() -> walk(1000, atom -> {})).run(Plans.of(1, 0, 1000, ends), (next, memory) -> {});

        assertThat(report.outcome()).isInstanceOf(Outcome.Yielded.class);
        assertThat(((Outcome.Yielded) report.outcome()).why()).isEqualTo(StopReason.TIME);
        assertThat(report.atomsDone()).isBetween(10L, 200L);
        assertThat(time.now()).isBefore(ends.minus(Reserve.KEPT_FREE));
    }

    @Test
    void itRunsOnPastItsPlanWhileThereIsTime() {
        Instant ends = in(400);

        Report report =
                runner(() -> walk(1000, atom -> {})).run(Plans.upTo(900, Plans.of(1, 0, 5, ends)), (n, m) -> {});

        assertThat(((Outcome.Yielded) report.outcome()).why()).isEqualTo(StopReason.TIME);
        assertThat(report.atomsDone()).isBetween(10L, 200L);
        assertThat(time.now()).isBefore(ends.minus(Reserve.KEPT_FREE));
    }

    @Test
    void itRunsNoMoreAtomsThanItsMemoryWasProvedFor() {
        SubjobRunner runner = runner(() -> walk(1000, atom -> {}));

        Report report = runner.run(Plans.upTo(12, Plans.of(1, 0, 5, in(10_000))), (next, memory) -> {});

        assertThat(report.outcome()).isEqualTo(new Outcome.Yielded(12, StopReason.ALL_ATOMS_DONE));
    }

    @Test
    void aSlowAtomTeachesTheTimeGuardAtOnce() {
        Duration slow = Duration.ofMillis(90);
        Instant ends = in(600);

        runner(() -> walk(1000, atom -> time.sleep(slow))).run(Plans.of(1, 0, 1000, ends), (next, memory) -> {});

        assertThat(time.now()).isBeforeOrEqualTo(ends);
    }

    @Test
    void aWindowTooShortForOneAtomDoesNothing() {
        Report report = runner(() -> walk(10, atom -> {})).run(Plans.of(1, 0, 10, in(5)), (next, memory) -> {});

        assertThat(report.outcome()).isEqualTo(new Outcome.Yielded(0, StopReason.TIME));
    }

    @Test
    void anAtomThatThrowsIsReportedAndTheLastCheckpointKept() throws Exception {
        SubjobRunner runner = runner(() -> walk(20, atom -> {
            if (atom == 15) {
                throw new IllegalStateException("it is cursed");
            }
        }));
        run(runner, 1, 0, 10);

        Report report = run(runner, 2, 10, 20);

        assertThat(report.outcome()).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
            assertThat(failed.kind()).isEqualTo(FailureKind.JOB);
            assertThat(failed.nextAtom()).isEqualTo(10);
            assertThat(failed.message()).startsWith("atom 15: IllegalStateException: it is cursed (at ");
        });
        assertThat(store.latest().orElseThrow().nextAtom()).isEqualTo(10);
    }

    @Test
    void aJobThatFailedBeforeItsFirstCheckpointBeginsAgainWithAFreshInstance() throws Exception {
        int[] calls = {0};
        SubjobRunner runner = runner(() -> walk(10, atom -> {
            if (calls[0]++ == 5) {
                throw new IllegalStateException("once");
            }
        }));
        run(runner, 1, 0, 10);

        run(runner, 2, 0, 10);

        assertThat(store.latest().orElseThrow().sha256())
                .isEqualTo(StraightRun.of(() -> walk(10, atom -> {}), time, next -> {})
                        .sha256());
    }

    /** A larger slice would not help: it was told to need slice after slice, and then to fit nowhere. */
    @Test
    void aShortageOfTheWorkersOwnHeapIsNoneOfTheSlice() throws Exception {
        Report report = runner(() -> walk(10, atom -> {
                    throw new OutOfMemoryError("Java heap space");
                }))
                .run(Plans.of(1, 0, 10, in(10_000)), (next, memory) -> {});

        assertThat(report.outcome()).isInstanceOfSatisfying(Outcome.Failed.class, it -> {
            assertThat(it.kind()).isEqualTo(FailureKind.JOB);
            assertThat(it.message()).contains("Java heap space", "not of the slice's", "-Xmx");
        });
    }

    @Test
    void moreMemoryThanTheSliceHasIsAnOutOfMemoryFailure() throws Exception {
        RunPlan plan = Plans.withMemory(Plans.of(1, 0, 10, in(10_000)), Bytes.of(999), Bytes.of(999));

        Report report = runner(() -> walk(10, atom -> {})).run(plan, (next, memory) -> {});

        Plans.assertFailed(FailureKind.OUT_OF_MEMORY, report);
        assertThat(store.latest()).isEmpty();
    }

    @Test
    void moreMemoryThanTheBoundStopsAtTheNextSafePoint() {
        RunPlan plan = Plans.withMemory(Plans.of(1, 0, 10, in(10_000)), Bytes.of(2000), Bytes.of(999));

        Report report = runner(() -> walk(10, atom -> {})).run(plan, (next, memory) -> {});

        assertThat(report.outcome()).isEqualTo(new Outcome.Yielded(0, StopReason.MEMORY));
    }

    @Test
    void aWorkerWithAnOlderTokenCannotCommit() throws Exception {
        SubjobRunner old = runner(() -> walk(10, atom -> {
            if (atom == 5) {
                store.fence(new FencingToken(2));
            }
        }));

        Report report = run(old, 1, 0, 10);

        Plans.assertFailed(FailureKind.FENCED, report);
        assertThat(store.latest()).isEmpty();
    }

    @Test
    void aSubjobThatCouldNotBeginReportsNothingOfTheOneBefore() throws Exception {
        SubjobRunner runner = runner(() -> walk(30, atom -> {}));
        run(runner, 1, 0, 10);
        store.fence(new FencingToken(5));

        Report report = run(runner, 2, 20, 30);

        assertThat(report.outcome()).isInstanceOfSatisfying(Outcome.Failed.class, it -> {
            assertThat(it.kind()).isEqualTo(FailureKind.FENCED);
            assertThat(it.nextAtom()).isEqualTo(20);
        });
    }

    @Test
    void aRunnerThatWasKilledBeforeItsSubjobBeganCommitsNothingEither() throws Exception {
        SubjobRunner runner = runner(() -> walk(10, atom -> {}));
        runner.kill();

        Report report = run(runner, 1, 0, 10);

        Plans.assertFailed(FailureKind.CHECKPOINT, report);
        assertThat(store.latest()).isEmpty();
    }

    @Test
    void closingItClosesItsJobAndItsStore() {
        List<String> closed = new ArrayList<>();
        CheckpointStore watched = notingItsEnd(CheckpointStore.class, store, "store", closed);
        SubjobRunner runner = new SubjobRunner(
                () -> notingItsEnd(Atomizable.class, walk(10, atom -> {}), "job", closed),
                watched,
                job -> () -> Bytes.of(1000),
                time);
        run(runner, 1, 0, 5);
        assertThat(closed).isEmpty();

        runner.close();

        assertThat(closed).containsExactly("job", "store");
    }

    /** The same, except that it notes a call of {@code close}. */
    private static <T> T notingItsEnd(Class<T> type, T real, String name, List<String> closed) {
        Object noting = Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> {
            if (method.getName().equals("close")) {
                closed.add(name);
            }
            return method.invoke(real, given);
        });
        return type.cast(noting);
    }

    @Test
    void askedToYieldItStopsAtTheNextSafePointAndCommits() throws Exception {
        List<SubjobRunner> itself = new ArrayList<>();
        SubjobRunner runner = runner(() -> walk(10, atom -> {
            if (atom == 5) {
                itself.get(0).yieldSoon();
            }
        }));
        itself.add(runner);

        Report report = run(runner, 1, 0, 10);

        assertThat(report.outcome()).isEqualTo(new Outcome.Yielded(6, StopReason.ASKED));
        assertThat(store.latest().orElseThrow().nextAtom()).isEqualTo(6);
    }

    @Test
    void theCheckpointHasTheLastWordOnWhereToBegin() {
        SubjobRunner runner = runner(() -> walk(100, atom -> {}));
        run(runner, 1, 0, 10);

        Report report = run(runner, 2, 0, 10);

        assertThat(report.firstAtom()).isEqualTo(10);
        assertThat(report.outcome()).isEqualTo(new Outcome.Yielded(20, StopReason.ALL_ATOMS_DONE));
    }

    /** A subjob of 2,000 atoms of up to 10 s each, which is many intervals between checkpoints. */
    private Report longSubjob(SubjobRunner runner, long token, long first) {
        return runner.run(Plans.of(token, first, first + 2000, in(1_000_000_000)), (next, memory) -> {});
    }

    private RandomWalk slowWalk(RandomWalk.Mishap mishap) {
        return new RandomWalk(JobSpec.of("walk", 2000), 7, time, Duration.ofSeconds(10), mishap);
    }

    @Test
    void aLongSubjobThatFailsLosesOnlyWhatCameAfterItsNewestCheckpoint() throws Exception {
        boolean[] healed = {false};
        SubjobRunner runner = runner(() -> slowWalk(atom -> {
            if (atom == 1500 && !healed[0]) {
                throw new IllegalStateException("atom 1500 is cursed");
            }
        }));

        Report report = longSubjob(runner, 1, 0);

        assertThat(report.outcome())
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.nextAtom()).isBetween(1400L, 1500L));
        Checkpoint newest = store.latest().orElseThrow();
        assertThat(newest.nextAtom()).isEqualTo(report.outcome().nextAtom());
        assertThat(RunHistory.from(newest).brokeOff()).isEqualTo(1);

        healed[0] = true;
        assertThat(longSubjob(runner, 2, newest.nextAtom()).outcome()).isEqualTo(new Outcome.Finished(2000));
        Checkpoint last = store.latest().orElseThrow();
        assertThat(last.sha256())
                .isEqualTo(StraightRun.of(() -> slowWalk(atom -> {}), time, next -> {})
                        .sha256());
        RunHistory history = RunHistory.from(last);
        assertThat(history.brokeOff()).isEqualTo(1);
        assertThat(history.ran()).isGreaterThan(Duration.ofHours(1));
        assertThat(history.meanTimeBetweenFailures())
                .isEqualTo(Duration.ofHours(24).plus(history.ran()).dividedBy(2));
    }

    /** Nothing says how long its atoms take, and the start may have taken nearly all of the time. */
    @Test
    void aFirstLookThatFailsLaterKeepsItsFirstAtom() throws Exception {
        SubjobRunner runner = runner(() -> walk(20, atom -> {
            if (atom == 2) {
                throw new IllegalStateException("cut");
            }
        }));
        RunPlan usual = Plans.of(1, 0, 20, in(10_000));
        Reserve nothingIsKnown = Reserve.usual(Duration.ZERO, Duration.ofSeconds(4));
        RunPlan look = new RunPlan(
                usual.kind(),
                usual.token(),
                0,
                1,
                20,
                usual.ends(),
                usual.capacity(),
                usual.bound(),
                nothingIsKnown,
                nothingIsKnown);

        runner.run(look, (next, memory) -> {});

        assertThat(store.latest().orElseThrow().nextAtom()).isEqualTo(1);
    }

    @Test
    void aFailureIsReportedThoughTheJobCannotEvenBeClosed() {
        RandomWalk walk = walk(10, atom -> {
            throw new IllegalStateException("atom is cursed");
        });
        Atomizable stubborn = (Atomizable) Proxy.newProxyInstance(
                Atomizable.class.getClassLoader(), new Class<?>[] {Atomizable.class}, (self, method, given) -> {
                    if (method.getName().equals("close")) {
                        throw new IllegalStateException("it does not close");
                    }
                    try {
                        return method.invoke(walk, given);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });

        Report report = run(runner(() -> stubborn), 1, 0, 10);

        assertThat(report.outcome()).isInstanceOfSatisfying(Outcome.Failed.class, it -> {
            assertThat(it.kind()).isEqualTo(FailureKind.JOB);
            assertThat(it.message()).contains("atom is cursed");
        });
    }

    @Test
    void aCheckpointThatFailsInTheBackgroundEndsTheSubjobAtASafePointSoonAfter() throws Exception {
        long[] newestAtom = {0};
        SubjobRunner runner = runner(() -> slowWalk(atom -> {
            newestAtom[0] = atom;
            if (atom == 100) {
                store.fence(new FencingToken(2));
            }
        }));

        Report report = longSubjob(runner, 1, 0);

        Plans.assertFailed(FailureKind.FENCED, report);
        assertThat(newestAtom[0]).isLessThan(1999);
        assertThat(report.outcome().nextAtom())
                .isEqualTo(store.latest().map(Checkpoint::nextAtom).orElse(0L));
    }

    @Test
    void onceKillReturnsNothingMoreIsCommittedInALongSubjobEither() throws Exception {
        List<SubjobRunner> itself = new ArrayList<>();
        long[] committedWhenKilled = {0};
        SubjobRunner runner = runner(() -> slowWalk(atom -> {
            if (atom == 1500) {
                itself.get(0).kill();
                committedWhenKilled[0] = store.latest().orElseThrow().nextAtom();
            }
        }));
        itself.add(runner);

        Report report = longSubjob(runner, 1, 0);

        assertThat(report.outcome()).isInstanceOf(Outcome.Failed.class);
        assertThat(committedWhenKilled[0]).isPositive();
        assertThat(store.latest().orElseThrow().nextAtom()).isEqualTo(committedWhenKilled[0]);
    }

    @Test
    void everyPhaseIsObserved() {
        SubjobRunner runner = runner(() -> walk(100, atom -> {}));

        Report report = run(runner, 1, 0, 4);

        assertThat(report.samples())
                .extracting(Sample::phase)
                .containsExactly(
                        Phase.COLD_RESTORE,
                        Phase.COLD_WARM_UP,
                        Phase.STEADY,
                        Phase.STEADY,
                        Phase.STEADY,
                        Phase.COLD_CHECKPOINT);
        assertThat(report.peak()).isEqualTo(Bytes.of(1000));
    }

    @Test
    void aWorkersStartBelongsToItsFirstSubjobAloneThoughThatFailed() {
        long began = time.nanos();
        time.advance(Duration.ofSeconds(3));
        RandomWalk.Mishap failing = atom -> {
            if (atom == 4) {
                throw new IllegalStateException("atom 4");
            }
        };
        try (SubjobRunner runner =
                new SubjobRunner(() -> walk(9, failing), store, job -> () -> Bytes.ZERO, time, began)) {
            Report first = run(runner, 1, 0, 9);
            Report second = run(runner, 2, 0, 9);

            assertThat(first.timeIn(Phase.RESTORE)).isEqualTo(Duration.ofSeconds(3));
            assertThat(second.timeIn(Phase.RESTORE)).isEqualTo(Duration.ZERO);
        }
    }

    @Test
    void onlyAWorkersFirstSubjobIsCold() {
        SubjobRunner runner = runner(() -> walk(1000, atom -> {}));
        assertThat(runner.isWarm()).isFalse();

        run(runner, 1, 0, 2);
        Report second = run(runner, 2, 2, 4);

        assertThat(runner.isWarm()).isTrue();
        assertThat(second.samples())
                .extracting(Sample::phase)
                .containsExactly(Phase.CONTINUE, Phase.STEADY, Phase.STEADY, Phase.CHECKPOINT);
    }

    @Test
    void progressTellsEveryPhaseOnceWhereItBegins() {
        List<String> told = new ArrayList<>();
        Worker.Progress progress = new Worker.Progress() {
            @Override
            public void at(long nextAtom, Bytes memory) {
                told.add("at " + nextAtom);
            }

            @Override
            public void entered(Phase phase) {
                told.add(phase.name());
            }
        };

        runner(() -> walk(1000, atom -> {})).run(Plans.of(1, 0, 3, in(10_000)), progress);

        assertThat(told)
                .containsExactly("cold-restore", "cold-warm-up", "at 1", "steady", "at 2", "at 3", "cold-checkpoint");
    }
}
