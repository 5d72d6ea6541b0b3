package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.checkpoint.Checkpoints;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelfCheckTest {

    private static final long ATOMS = 12;
    private static final Duration ATOM = Duration.ofMillis(10);

    @TempDir
    Path directory;

    private final VirtualTime time = VirtualTime.create();
    private final AtomicInteger made = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private Duration making = Duration.ZERO;
    private JobSpec spec = JobSpec.of("sum", ATOMS);
    private CheckpointStore store;

    /** How a job's atoms add to its sum. */
    private interface Addition {
        double term(Sum job, long atom);
    }

    private final class Sum implements Atomizable {

        private final Addition addition;
        private double sum;
        private double forgotten;
        private double[] weights = {0};
        private final double[] view = weights;

        Sum(Addition addition) throws InterruptedException {
            this.addition = addition;
            time.sleep(making);
            made.incrementAndGet();
            assertThat(open.incrementAndGet()).as("never two at a time").isEqualTo(1);
        }

        @Override
        public JobSpec spec() {
            return spec;
        }

        @Override
        public void run(long atom) throws InterruptedException {
            time.sleep(ATOM);
            sum += addition.term(this, atom);
            forgotten++;
        }

        @Override
        public void save(StateWriter to) throws IOException {
            to.doubles("sum", sum);
            to.doubles("constant", 1);
            to.doubles("weights", weights);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            sum = from.doubles("sum")[0];
            weights = from.doubles("weights");
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }

    @BeforeEach
    void openStore() throws Exception {
        store = new CommitsAtOnce(Checkpoints.in(directory.resolve("store"), "sum"));
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    private SubjobRunner runner(Addition addition) {
        SubjobRunner runner = new SubjobRunner(() -> new Sum(addition), store, job -> () -> Bytes.of(1), time);
        runner.checkOnce();
        return runner;
    }

    private Report run(Addition addition, long millis) {
        return runner(addition).run(Plans.of(1, 0, ATOMS, time.now().plusMillis(millis)), (next, memory) -> {});
    }

    private Report run(SubjobRunner runner, long token, long first, long last, long seconds) {
        return runner.run(Plans.of(token, first, last, time.now().plusSeconds(seconds)), (next, memory) -> {});
    }

    private double sum() throws Exception {
        return store.latest().orElseThrow().state().doubles("sum")[0];
    }

    /** As a resumable command: how far it comes in an atom is chance. */
    @Test
    void aJobWhoseAtomsAreLengthsOfTimeIsNotChecked() throws Exception {
        spec = spec.withTrait("atom-seconds", "60");

        assertThat(run((job, atom) -> job.forgotten, 10_000).outcome()).isEqualTo(new Outcome.Finished(ATOMS));
        assertThat(made).hasValue(1);
    }

    @Test
    void aJobThatSavesAllEndsAsWithoutTheCheck() throws Exception {
        Report report = run((job, atom) -> atom * atom + job.sum / 7, 10_000);

        assertThat(report.outcome()).isEqualTo(new Outcome.Finished(ATOMS));
        assertThat(made).hasValue(2);
        double straight = 0;
        for (long atom = 0; atom < ATOMS; atom++) {
            straight += atom * atom + straight / 7;
        }
        assertThat(sum()).isEqualTo(straight);
    }

    @Test
    void itIsDoneOnce() throws Exception {
        SubjobRunner runner = runner((job, atom) -> atom);
        run(runner, 1, 0, 5, 10);
        runner.close();
        openStore();
        made.set(0);

        Report report = run(runner((job, atom) -> atom), 2, 5, ATOMS, 10);

        assertThat(report.outcome()).isEqualTo(new Outcome.Finished(ATOMS));
        assertThat(made).hasValue(1);
    }

    @Test
    void whatIsForgottenIsNamedByWhatItSpoils() {
        Report report = run((job, atom) -> job.forgotten, 10_000);

        Outcome.Failed failed = (Outcome.Failed) report.outcome();
        assertThat(failed.kind()).isEqualTo(FailureKind.INEXACT);
        assertThat(failed.message())
                .contains("atoms 1 to 2 gave another state after a restore", ": sum.", "lacks something")
                .doesNotContain("constant");
    }

    @Test
    void whatDoesNotRepeatIsToldFromWhatIsForgotten() {
        AtomicInteger runs = new AtomicInteger();

        Report report = run((job, atom) -> runs.incrementAndGet(), 10_000);

        Outcome.Failed failed = (Outcome.Failed) report.outcome();
        assertThat(failed.kind()).isEqualTo(FailureKind.INEXACT);
        assertThat(failed.message()).contains("atoms do not repeat").doesNotContain("lacks");
    }

    /** Its restore makes two arrays of one. */
    private static double viewed(Sum job, long atom) {
        job.weights[0]++;
        return job.view[0];
    }

    /** The instance of the later process was itself restored, and lacks what a second one lacks. */
    @Test
    void aJobThatWasCutBeforeItsCheckIsComparedWithOneThatRanFromTheBeginning() throws Exception {
        run(runner(SelfCheckTest::viewed), 1, 0, 1, 10);
        open.set(0);

        Report report = run(runner(SelfCheckTest::viewed), 2, 1, ATOMS, 10);

        Plans.assertFailed(FailureKind.INEXACT, report);
    }

    @Test
    void aRightJobThatWasCutBeforeItsCheckEndsAsStraight() throws Exception {
        run(runner((job, atom) -> atom + job.sum / 7), 1, 0, 1, 10);
        open.set(0);

        Report report = run(runner((job, atom) -> atom + job.sum / 7), 2, 1, ATOMS, 10);

        assertThat(report.outcome()).isEqualTo(new Outcome.Finished(ATOMS));
        double straight = 0;
        for (long atom = 0; atom < ATOMS; atom++) {
            straight += atom + straight / 7;
        }
        assertThat(sum()).isEqualTo(straight);
        assertThat(store.latest().orElseThrow().notes().get("selfCheck"))
                .startsWith("passed")
                .doesNotContain("restored");
    }

    /** As its first state may be chance, or its code may have been corrected meanwhile. */
    @Test
    void aJobWhoseFirstAtomsNowGiveAnotherStateGoesOnFromItsCheckpoint() throws Exception {
        run(runner((job, atom) -> 5), 1, 0, 1, 10);
        open.set(0);

        Report report = run(runner((job, atom) -> 1), 2, 1, ATOMS, 10);

        assertThat(report.outcome()).isEqualTo(new Outcome.Finished(ATOMS));
        assertThat(sum()).isEqualTo(5 + ATOMS - 1);
        assertThat(store.latest().orElseThrow().notes().get("selfCheck"))
                .startsWith("passed")
                .endsWith("by instances that were both restored before");
    }

    /** Its check fits, and that its atoms run again does not. */
    @Test
    void aSlowStartIsNotMadeAgainWhereItLeavesNoTimeForTheCheck() throws Exception {
        making = Duration.ofMillis(100);
        run(runner((job, atom) -> atom), 1, 0, 1, 10);
        open.set(0);
        made.set(0);

        Report report = runner((job, atom) -> atom)
                .run(Plans.of(2, 1, ATOMS, time.now().plusMillis(950)), (next, memory) -> {});

        assertThat(report.outcome()).isEqualTo(new Outcome.Finished(ATOMS));
        assertThat(made).as("itself, and one that is compared").hasValue(2);
        assertThat(store.latest().orElseThrow().notes().get("selfCheck")).endsWith("restored before");
    }

    /** As one with native methods, which belong to one class loader. */
    @Test
    void aJobWhoseClassesCannotBeUsedTwiceIsComparedWithTheSameClasses() throws Exception {
        JobSource once = new JobSource() {
            @Override
            public Atomizable create() throws Exception {
                return new Sum((job, atom) -> atom);
            }

            @Override
            public Atomizable createAnew() throws Exception {
                return new Sum((job, atom) -> {
                    throw new IncompatibleClassChangeError("atom " + atom);
                });
            }
        };
        SubjobRunner runner = new SubjobRunner(once, store, job -> () -> Bytes.of(1), time);
        runner.checkOnce();

        Report report = run(runner, 1, 0, ATOMS, 10);

        assertThat(report.outcome()).isEqualTo(new Outcome.Finished(ATOMS));
        assertThat(store.latest().orElseThrow().notes()).containsKey("selfCheck");
    }

    /** The forgotten number changes the sum only from some atom on. */
    @ParameterizedTest
    @CsvSource({
        "2000, 10000, 60, 60, 'where atoms are short, a start of 2 s leaves time for 98 atoms of 10 ms twice'",
        "20, 3600, 200, 600, 'no early check sees it, so it is made again'",
        "100, 680, 300, 600, 'the second check comes after about 676 atoms, and would compare 7 of them'"
    })
    void whatIsForgottenUntilLateIsFoundAllTheSame(long making, long atoms, long shows, long seconds, String because) {
        this.making = Duration.ofMillis(making);
        spec = JobSpec.of("sum", atoms);

        Report report = run(runner((job, atom) -> job.forgotten >= shows ? 1 : 0), 1, 0, atoms, seconds);

        Plans.assertFailed(FailureKind.INEXACT, report);
    }

    @Test
    void itIsMadeAgainInALaterSubjob() throws Exception {
        making = Duration.ofMillis(20);
        spec = JobSpec.of("sum", 3_600);
        SubjobRunner runner = runner((job, atom) -> job.forgotten >= 200 ? 1 : 0);
        Report first = run(runner, 1, 0, 20, 60);

        Report second = run(runner, 2, 20, 3_600, 600);

        assertThat(first.outcome()).isNotInstanceOf(Outcome.Failed.class);
        Plans.assertFailed(FailureKind.INEXACT, second);
    }

    /** Each of them ten times as far as the one before: after about 4, 300 and 3,000 atoms. */
    @Test
    void aLongJobIsCheckedFewTimes() {
        making = Duration.ofMillis(20);
        spec = JobSpec.of("sum", 3_600);

        Report report = run(runner((job, atom) -> atom), 1, 0, 3_600, 3_600);

        assertThat(report.outcome()).isEqualTo(new Outcome.Finished(3_600));
        assertThat(made).hasValue(4);
    }

    @Test
    void aSubjobOfFewerAtomsIsCheckedWithThese() throws Exception {
        making = Duration.ofSeconds(2);
        spec = JobSpec.of("sum", 400);
        SubjobRunner runner = runner((job, atom) -> atom);

        run(runner, 1, 0, 7, 60);

        assertThat(store.latest().orElseThrow().notes())
                .containsEntry("selfCheck", "passed: 6 atoms were run twice, which took 2060 ms");
    }

    /** Its cost is bounded: a start, half as much again for atoms, and what both commit. */
    @Test
    void theAtomsThatAreRunTwiceTakeNoLongerThanHalfOfTheStart() {
        making = Duration.ofMillis(400);
        spec = JobSpec.of("sum", 400);
        AtomicInteger atoms = new AtomicInteger();

        Report report = runner((job, atom) -> {
                    atoms.incrementAndGet();
                    return atom;
                })
                .run(Plans.of(1, 0, 400, time.now().plusSeconds(60)), (next, memory) -> {});

        assertThat(report.outcome()).isEqualTo(new Outcome.Finished(400));
        assertThat(atoms.get()).isBetween(402, 421);
    }

    @Test
    void whereThereIsNoTimeForItTheJobRunsUnchecked() {
        making = Duration.ofMillis(150);

        Report report = run((job, atom) -> job.forgotten, 700);

        assertThat(report.outcome()).isEqualTo(new Outcome.Finished(ATOMS));
        assertThat(made).hasValue(1);
    }
}
