package org.atomizable.core.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.StreamSupport;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.Run;
import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.StateMismatchException;
import org.atomizable.core.run.AtomLoop;
import org.atomizable.core.state.MemoryState;
import org.atomizable.core.worker.NamedJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoopJobTest {

    /** What the programs of this test are told to do, and what they saw. Tests set it anew. */
    private interface Body {
        void in(Run run, long step) throws Exception;
    }

    private static final Body NOTHING = (run, step) -> {};
    private static volatile Body setUp = NOTHING;
    private static volatile Body body = NOTHING;
    private static volatile Body after = NOTHING;
    private static volatile JobSpec spec = JobSpec.of("program", 5);

    /** A main whose parts a test writes. */
    static final class Program {
        static void main(String[] args) throws Exception {
            try (Run run = Atomizable.loop(spec)) {
                setUp.in(run, -1);
                for (long step : run) {
                    body.in(run, step);
                }
                after.in(run, -1);
            }
        }
    }

    @BeforeEach
    void reset() {
        setUp = NOTHING;
        body = NOTHING;
        after = NOTHING;
        spec = JobSpec.of("program", 5);
        Loops.RESULTS.clear();
    }

    @AfterEach
    void noThreadIsLeft() {
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(it -> it.getName().startsWith("main of " + Program.class.getName()));
    }

    private static LoopJob job() throws LoopException {
        return LoopJob.of(Program.class, List.of(), LoopJob.USUAL_LIMIT);
    }

    private static MemoryState afterOneTurn() throws Exception {
        try (LoopJob job = job()) {
            job.run(0);
            return MemoryState.of(job);
        }
    }

    private static void straight() throws Exception {
        Program.main(new String[0]);
    }

    @Test
    void aClassWithALoopIsFoundByItsNameAndGetsItsParametersAsArguments() throws Exception {
        try (Atomizable job = new NamedJob(Loops.Plain.class.getName(), Map.of("atoms", "7")).create()) {
            assertThat(job.spec().totalAtoms()).hasValue(7);
        }
    }

    @Test
    void theCodeAfterAFinishedLoopRunsOnceAndItsMetricIsTheJobs() throws Exception {
        try (LoopJob job = LoopJob.of(Loops.Plain.class, List.of("atoms=5"), LoopJob.USUAL_LIMIT)) {
            for (long atom = 0; atom < 5; atom++) {
                job.run(atom);
            }
            Metric metric = job.evaluate().orElseThrow();

            assertThat(metric.name()).isEqualTo("best");
            assertThat(job.evaluate()).hasValue(metric);
        }
        assertThat(Loops.RESULTS).hasSize(1);
    }

    @Test
    void whatATurnReportsIsMeasuredAndAfterACutLoopNothingIsReported() throws Exception {
        body = (run, step) -> run.report(Metric.exact("loss", step));
        after = (run, step) -> assertThatThrownBy(() -> run.report(Metric.exact("loss", 7)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("call it in a turn");
        try (LoopJob job = job()) {
            assertThat(job.measure()).isEmpty();
            job.run(0);
            job.run(1);
            assertThat(job.measure()).hasValue(Metric.exact("loss", 1));
        }
    }

    @Test
    void aLoopGivesBackMemoryBetweenItsTurns() throws Exception {
        setUp = (run, step) -> run.onPressure(pressure -> pressure.wanted());
        Pressure pressure = new Pressure(Pressure.Level.WATCH, Bytes.of(7), Duration.ofSeconds(1));
        try (LoopJob job = job()) {
            job.run(0);
            assertThat(job.shrink(pressure)).isEqualTo(Bytes.of(7));
            job.run(1);
        }
        setUp = NOTHING;
        try (LoopJob job = job()) {
            assertThat(job.shrink(pressure)).isEqualTo(Bytes.ZERO);
        }
    }

    @Test
    void aLoopIsNotEvaluatedBeforeItIsFinished() throws Exception {
        try (LoopJob job = job()) {
            job.run(0);
            assertThatThrownBy(job::evaluate)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("before turn 1");
        }
    }

    @Test
    void onlyTheSpecIsAskedForUntilAnAtomIs() throws Exception {
        setUp = (run, step) -> {
            throw new AssertionError("the set-up ran");
        };
        assertThatCode(() -> job().close()).doesNotThrowAnyException();
    }

    @Test
    void whatTheBodyThrowsReachesTheCaller() throws Exception {
        body = (run, step) -> {
            if (step == 2) {
                throw new FileNotFoundException("no such batch");
            }
        };
        try (LoopJob job = job()) {
            job.run(0);
            job.run(1);
            assertThatThrownBy(() -> job.run(2))
                    .isInstanceOf(FileNotFoundException.class)
                    .hasMessage("no such batch")
                    .satisfies(it ->
                            assertThat(it.getStackTrace()[0].getFileName()).isEqualTo("LoopJobTest.java"));
            assertThatThrownBy(() -> job.run(2)).isInstanceOf(FileNotFoundException.class);
        }
    }

    @Test
    void whatIsDoneBetweenAtomsRunsOnTheThreadOfMain() throws Exception {
        Thread[] mains = new Thread[1];
        body = (run, step) -> mains[0] = Thread.currentThread();
        try (LoopJob job = job()) {
            long next = AtomLoop.run(job, 0, (running, atom) -> {
                if (atom > 0) {
                    assertThat(Thread.currentThread()).isSameAs(mains[0]);
                }
                return atom < 3;
            });
            assertThat(next).isEqualTo(3);
            assertThatCode(() -> job.run(3)).doesNotThrowAnyException();
        }
    }

    @Test
    void whatIsThrownBetweenAtomsReachesTheCallerAndLeavesTheLoopAtItsSafePoint() throws Exception {
        try (LoopJob job = job()) {
            assertThatThrownBy(() -> AtomLoop.run(job, 0, (running, atom) -> {
                        if (atom == 2) {
                            throw new FileNotFoundException("the store is gone");
                        }
                        return true;
                    }))
                    .isInstanceOf(FileNotFoundException.class)
                    .hasMessage("the store is gone");
            MemoryState.of(job);
            job.run(2);
        }
    }

    @Test
    void whatTheBodyThrowsReachesWhoLetTheLoopGoOn() throws Exception {
        body = (run, step) -> {
            if (step == 2) {
                throw new FileNotFoundException("no such batch");
            }
        };
        try (LoopJob job = job()) {
            assertThatThrownBy(() -> AtomLoop.run(job, 0, (running, atom) -> true))
                    .isInstanceOf(FileNotFoundException.class)
                    .hasMessage("no such batch");
        }
    }

    @Test
    void aLoopRunsByItselfOnlyFromWhereItIs() throws Exception {
        try (LoopJob job = job()) {
            assertThatThrownBy(() -> AtomLoop.run(job, 1, (running, atom) -> true))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("atom 1")
                    .hasMessageContaining("before turn 0");
        }
    }

    @Test
    void anErrorOfTheBodyReachesTheCallerAsItIs() throws Exception {
        body = (run, step) -> {
            throw new OutOfMemoryError("pretended");
        };
        try (LoopJob job = job()) {
            assertThatThrownBy(() -> job.run(0)).isInstanceOf(OutOfMemoryError.class);
        }
    }

    /** A program that leaves its loop by break in turn 2. */
    static final class Breaks {
        static void main(String[] args) {
            try (Run run = Atomizable.loop(JobSpec.of("program", 5))) {
                for (long step : run) {
                    if (step == 2) {
                        break;
                    }
                }
            }
        }
    }

    @Test
    void aLoopThatIsLeftByBreakIsRefusedStraightAndHosted() throws Exception {
        assertThatThrownBy(() -> Breaks.main(new String[0]))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("turn 2", "JobSpec.openEnded(\"program\")", "run.enough()");
        try (LoopJob job = LoopJob.of(Breaks.class, List.of())) {
            job.run(0);
            job.run(1);
            assertThatThrownBy(() -> job.run(2))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("turn 2", "run.enough()");
        }
    }

    /** A program that swallows what its body throws. */
    static final class Swallows {
        static void main(String[] args) {
            try (Run run = Atomizable.loop(JobSpec.openEnded("program"))) {
                for (long step : run) {
                    throw new IllegalStateException("step " + step);
                }
            } catch (IllegalStateException e) {
                // As programs do.
            }
        }
    }

    @Test
    void aMainThatEndsInTheMiddleOfATurnIsNeverAFinishedJob() throws Exception {
        try (LoopJob job = LoopJob.of(Swallows.class, List.of())) {
            assertThatThrownBy(() -> job.run(0))
                    .isInstanceOf(LoopException.class)
                    .hasMessageContainingAll("ended in turn 0", "run.enough()");
        }
    }

    @Test
    void enoughIsForOpenEndedJobs() {
        body = (run, step) -> run.enough();
        assertThatThrownBy(LoopJobTest::straight)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("total of 5", "JobSpec.openEnded(\"program\")");
    }

    @Test
    void aStateIsRegisteredOnceAndBeforeTheLoop() {
        setUp = (run, step) -> {
            run.state("weights", new double[3]);
            run.state("weights", new long[3]);
        };
        assertThatThrownBy(LoopJobTest::straight)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("weights", "twice");

        setUp = NOTHING;
        body = (run, step) -> run.state("late", new double[3]);
        assertThatThrownBy(LoopJobTest::straight)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("late", "LoopJobTest.java:", "before the loop");
    }

    @Test
    void aCollectionWhoseOrderCannotBeRestoredIsRefused() {
        setUp = (run, step) -> run.state("seen", new HashMap<String, Long>());
        assertThatThrownBy(LoopJobTest::straight)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("seen", "HashMap", "LinkedHashMap, TreeMap");
        setUp = (run, step) -> run.state("items", List.of(1, 2));
        assertThatThrownBy(LoopJobTest::straight).hasMessageContainingAll("items", "ArrayList");
    }

    @Test
    void anElementThatCannotBeSavedIsRefusedByTheNameOfItsState() throws Exception {
        List<Object> items = new ArrayList<>();
        setUp = (run, step) -> run.state("items", items);
        double[] twice = new double[1];
        try (LoopJob job = job()) {
            items.add(twice);
            MemoryState.of(job);
            items.add(twice);
            assertThatThrownBy(() -> MemoryState.of(job)).hasMessageContainingAll("items", "twice");
            items.clear();
            items.add(new Object());
            assertThatThrownBy(() -> MemoryState.of(job)).hasMessageContainingAll("items", "java.lang.Object");
        }
    }

    @Test
    void turnsAreNotGivenToOtherCode() {
        setUp = (run, step) -> run.forEach(it -> {});
        assertThatThrownBy(LoopJobTest::straight).hasMessageContainingAll("forEach", "for (long turn : run)");
        setUp = (run, step) -> StreamSupport.stream(run.spliterator(), true).count();
        assertThatThrownBy(LoopJobTest::straight).hasMessageContaining("spliterator");
        setUp = (run, step) -> run.over(5, 1, 1, 1).forEach(it -> {});
        assertThatThrownBy(LoopJobTest::straight).hasMessageContaining("forEach");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a.b", "atomizable", "two words"})
    void aNameThatIsNotAllowedIsRefused(String name) {
        setUp = (run, step) -> run.state(name, new double[1]);
        assertThatThrownBy(LoopJobTest::straight).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRunIsIteratedOnce() {
        after = (run, step) -> run.iterator();
        assertThatThrownBy(LoopJobTest::straight)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("twice", "LoopJobTest.java:", "run.epochs");
    }

    @Test
    void aRunIsNotUsedAfterItWasClosed() {
        Run[] kept = new Run[1];
        setUp = (run, step) -> kept[0] = run;
        assertThatCode(LoopJobTest::straight).doesNotThrowAnyException();

        assertThatThrownBy(() -> kept[0].finished()).hasMessageContaining("closed");
        assertThatThrownBy(() -> kept[0].state("x", new double[1])).hasMessageContaining("closed");
        assertThatThrownBy(() -> kept[0].iterator()).hasMessageContaining("closed");
        assertThatThrownBy(() -> kept[0].turn()).hasMessageContaining("closed");
    }

    @Test
    void whatIsAskedAtTheWrongTimeIsRefusedWithTheRightOne() {
        setUp = (run, step) -> run.turn();
        assertThatThrownBy(LoopJobTest::straight).hasMessageContaining("inside of the loop");
        setUp = (run, step) -> run.finished();
        assertThatThrownBy(LoopJobTest::straight).hasMessageContaining("after the loop");
        setUp = (run, step) -> run.turns(3).iterator();
        assertThatThrownBy(LoopJobTest::straight).hasMessageContaining("run.epochs");
        setUp = NOTHING;
        body = (run, step) -> run.finished();
        assertThatThrownBy(LoopJobTest::straight).hasMessageContainingAll("in turn 0", "after the loop");
        body = (run, step) -> run.recurs("evaluation");
        assertThatThrownBy(LoopJobTest::straight).hasMessageContaining("withRecurring(\"evaluation\"");
    }

    /** Has a loop after its loop, each with a state of its own. */
    static final class TwoLoops {
        public static void main(String[] args) {
            for (String name : List.of("first", "second")) {
                try (Run run = Atomizable.loop(JobSpec.of(name, 3))) {
                    for (long step : run) {
                        System.out.println(name + " " + step);
                    }
                }
            }
        }
    }

    @Test
    void aMainHasOneLoopInWindowsAndAlone() throws Exception {
        String refusal = "main of %s called Atomizable.loop twice, for first and for second: a main has one loop"
                .formatted(TwoLoops.class.getName());
        try (LoopJob job = LoopJob.of(TwoLoops.class, List.of())) {
            for (long atom = 0; atom < 3; atom++) {
                job.run(atom);
            }
            assertThatThrownBy(job::evaluate)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(refusal);
        }

        Process alone = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        TwoLoops.class.getName())
                .redirectErrorStream(true)
                .start();
        String printed = new String(alone.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(alone.waitFor()).isEqualTo(1);
        assertThat(printed).contains("first 2", refusal).doesNotContain("second 0");
    }

    @Test
    void whoCallsAMainMayCallItAgain() {
        assertThatCode(() -> {
                    straight();
                    straight();
                })
                .doesNotThrowAnyException();
    }

    @Test
    void anotherThreadThanMainsDoesNotRunALoop() throws Exception {
        Throwable[] thrown = new Throwable[1];
        setUp = (run, step) -> {
            Thread other = new Thread(() -> {
                try {
                    run.iterator().next();
                } catch (IllegalStateException e) {
                    thrown[0] = e;
                }
            });
            other.start();
            other.join();
        };
        try (LoopJob job = job()) {
            assertThatThrownBy(() -> job.run(0)).isInstanceOf(IllegalStateException.class);
        }
        assertThat(thrown[0]).hasMessageContaining("thread that runs main");
    }

    /** A program without a loop. */
    static final class NoLoop {
        static void main(String[] args) {
            if (args.length > 0) {
                throw new IllegalArgumentException("unknown argument " + args[0]);
            }
        }
    }

    @Test
    void aMainThatNeverLoopsIsRefused() {
        assertThatThrownBy(() -> new NamedJob(NoLoop.class.getName(), Map.of()).create())
                .isInstanceOf(LoopException.class)
                .hasMessageContainingAll(NoLoop.class.getName(), "without calling Atomizable.loop");
    }

    @Test
    void aMainThatFailsBeforeItsLoopIsRefusedWithTheReason() {
        assertThatThrownBy(() -> new NamedJob(NoLoop.class.getName(), Map.of("epocs", "3")).create())
                .isInstanceOf(LoopException.class)
                .hasMessageContainingAll("unknown argument epocs=3", "LoopJobTest.java:");
    }

    @Test
    void epochsThatDoNotMakeTheTotalAreRefused() throws Exception {
        setUp = (run, step) -> run.over(10, 2, 4, 1).iterator();
        assertThatThrownBy(LoopJobTest::straight)
                .hasMessageContainingAll("5 atoms", "20 turns", "JobSpec.of(\"program\", 20)");
        setUp = (run, step) -> {
            for (long epoch : run.epochs(2)) {
                for (long turn : run.turns(2)) {
                    assertThat(turn + epoch).isLessThan(3);
                }
            }
        };
        assertThatThrownBy(LoopJobTest::straight).hasMessageContainingAll("5 atoms", "4 turns");
        setUp = (run, step) -> {
            for (long epoch : run.epochs(4)) {
                for (long turn : run.turns(2)) {
                    assertThat(turn + epoch).isLessThan(4);
                }
            }
        };
        assertThatThrownBy(LoopJobTest::straight).hasMessageContainingAll("5 atoms", "more turns");
    }

    @Test
    void aStateOfAnotherLoopIsNotRestored() throws Exception {
        setUp = (run, step) -> run.state("weights", new double[3]);
        MemoryState saved = afterOneTurn();

        setUp = (run, step) -> run.state("weights", new double[4]);
        try (LoopJob job = job()) {
            assertThatThrownBy(() -> job.restore(saved))
                    .isInstanceOf(StateMismatchException.class)
                    .hasMessageContainingAll("weights", "3 elements", "4");
        }
        setUp = (run, step) -> run.state("bias", new double[3]);
        try (LoopJob job = job()) {
            assertThatThrownBy(() -> job.restore(saved))
                    .isInstanceOf(StateMismatchException.class)
                    .hasMessageContaining("weights");
        }
    }

    @Test
    void aSaveThatFailsReachesTheCallerAndTheLoopGoesOn() throws Exception {
        boolean[] fails = {true};
        setUp = (run, step) -> run.state(
                "odd",
                to -> {
                    if (fails[0]) {
                        throw new IOException("the device is gone");
                    }
                },
                from -> {});
        try (LoopJob job = job()) {
            job.run(0);
            assertThatThrownBy(() -> MemoryState.of(job)).hasMessage("the device is gone");
            fails[0] = false;
            MemoryState.of(job);
            job.run(1);
        }
    }

    @Test
    void aCutLoopEndsMainAndIsNotFinished() throws Exception {
        Boolean[] finished = new Boolean[1];
        after = (run, step) -> finished[0] = run.finished();
        try (LoopJob job = job()) {
            job.run(0);
            job.run(1);
        }
        assertThat(finished[0]).isFalse();
    }

    @Test
    void whatFollowsAnEpochDoesNotRunWhenTheJobIsLeftInsideOfIt() throws Exception {
        List<String> ran = new ArrayList<>();
        spec = JobSpec.of("program", 8);
        setUp = (run, step) -> {
            try {
                for (long epoch : run.epochs(2)) {
                    for (long turn : run.turns(4)) {
                        ran.add("turn " + turn);
                    }
                    ran.add("after epoch " + epoch);
                }
            } finally {
                ran.add("cleaned up");
            }
        };
        try (LoopJob job = job()) {
            for (long atom = 0; atom < 6; atom++) {
                job.run(atom);
            }
        }
        assertThat(ran)
                .containsExactly(
                        "turn 0", "turn 1", "turn 2", "turn 3", "after epoch 0", "turn 0", "turn 1", "cleaned up");
    }

    @Test
    void anEpochThatIsResumedButDoesNotLoopIsRefused() throws Exception {
        boolean[] skips = {false};
        spec = JobSpec.of("program", 8);
        setUp = (run, step) -> {
            for (long epoch : run.epochs(2)) {
                if (skips[0]) {
                    continue;
                }
                for (long turn : run.turns(4)) {
                    assertThat(turn + epoch).isLessThan(5);
                }
            }
        };
        MemoryState saved = afterOneTurn();
        skips[0] = true;
        try (LoopJob job = job()) {
            assertThatThrownBy(() -> job.restore(saved))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("epoch 0", "turn 1", "did not begin");
        }
        try (LoopJob job = job()) {
            assertThatThrownBy(() -> job.run(0)).hasMessageContainingAll("epoch 0", "had no turn");
        }
    }

    @Test
    void aMainThatDoesNotReturnIsInterrupted() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        after = (run, step) -> never.await();
        LoopJob job = LoopJob.of(Program.class, List.of(), Duration.ofMillis(50));
        job.run(0);
        assertThatCode(job::close).doesNotThrowAnyException();
    }

    @Test
    void aMainThatDoesNotReturnAtAllIsReportedWithItsLine() throws Exception {
        CountDownLatch later = new CountDownLatch(1);
        after = (run, step) -> awaitWhateverHappens(later);
        LoopJob job = LoopJob.of(Program.class, List.of(), Duration.ofMillis(50));
        job.run(0);

        assertThatThrownBy(job::close)
                .isInstanceOf(StuckLoopException.class)
                .hasMessageContainingAll(Program.class.getName(), "LoopJobTest.java:", "end this process");

        later.countDown();
        job.close();
    }

    private static void awaitWhateverHappens(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                // This is the misbehaviour that is tested.
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anInterruptOfTheCallerReachesTheLoop(boolean runsByItself) throws Exception {
        CountDownLatch inTurn = new CountDownLatch(1);
        body = (run, step) -> {
            inTurn.countDown();
            new CountDownLatch(1).await();
        };
        try (LoopJob job = job()) {
            Thread caller = Thread.currentThread();
            Thread other = new Thread(() -> {
                try {
                    inTurn.await();
                } catch (InterruptedException e) {
                    return;
                }
                caller.interrupt();
            });
            other.start();
            assertThatThrownBy(() -> {
                        if (runsByItself) {
                            AtomLoop.run(job, 0, (running, atom) -> true);
                        } else {
                            job.run(0);
                        }
                    })
                    .isInstanceOf(InterruptedException.class);
            other.join();
        }
    }

    @Test
    void aLoopSeesTheClassLoaderOfItsCaller() throws Exception {
        ClassLoader[] seen = new ClassLoader[1];
        body = (run, step) -> seen[0] = Thread.currentThread().getContextClassLoader();
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader own = new URLClassLoader(new URL[0], before)) {
            Thread.currentThread().setContextClassLoader(own);
            try (LoopJob job = job()) {
                job.run(0);
            }
            assertThat(seen[0]).isSameAs(own);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void nothingOfAClosedLoopIsKept() throws Exception {
        // Of its own, since loops of other tests may still be ending.
        ThreadGroup own = new ThreadGroup("the loops of one test");
        Throwable[] failure = new Throwable[1];
        Thread caller = new Thread(own, () -> {
            try {
                for (int i = 0; i < 20; i++) {
                    try (LoopJob job = job()) {
                        job.run(0);
                    }
                }
                // Newer JDKs forget a group when it is collected.
                for (int i = 0; i < 20 && own.activeGroupCount() > 0; i++) {
                    System.gc();
                }
                assertThat(own.activeGroupCount()).isZero();
            } catch (Throwable e) {
                failure[0] = e;
            }
        });
        caller.start();
        caller.join();
        assertThat(failure[0]).isNull();
    }

    @Test
    void aLoopMayCountItsMemory() throws Exception {
        setUp = (run, step) -> run.memory(() -> Bytes.mebi(3));
        try (LoopJob job = job()) {
            assertThat(job.memoryUsed()).isEmpty();
            job.run(0);
            assertThat(job.memoryUsed()).hasValue(Bytes.mebi(3));
        }
    }

    @Test
    void aSpecThatChangesIsRefused() throws Exception {
        try (LoopJob job = job()) {
            MemoryState saved = MemoryState.of(job);
            spec = JobSpec.of("program", 6);
            assertThatThrownBy(() -> job.restore(saved))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("its spec must follow from its arguments");
        }
    }

    @Test
    void anAtomOutOfOrderIsRefused() throws Exception {
        try (LoopJob job = job()) {
            assertThatThrownBy(() -> job.run(3))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("atom 3", "turn 0");
        }
    }
}
