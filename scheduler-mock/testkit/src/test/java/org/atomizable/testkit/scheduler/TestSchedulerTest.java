package org.atomizable.testkit.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.atomizable.api.JobSpec;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.run.JobSource;
import org.atomizable.core.run.StraightRun;
import org.atomizable.scheduler.clear.BidClearing;
import org.atomizable.scheduler.clear.Fifo;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.testkit.bug.Bugs;
import org.atomizable.testkit.bug.Regression;
import org.atomizable.testkit.schedule.Fault;
import org.atomizable.testkit.schedule.Schedule;
import org.atomizable.testkit.schedule.WindowSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestSchedulerTest {

    private final VirtualTime time = VirtualTime.create();

    private TestScheduler scheduler(String windows) throws Exception {
        return TestScheduler.start(time, WindowSource.scripted(Schedule.parse(windows)), MarketSetup.DEFAULT);
    }

    private static String straight() throws Exception {
        return StraightRun.of(Regression::new, TimeSource.system(), next -> {}).sha256();
    }

    @Test
    void aJobRunsThroughTheWindowsAndEndsInTheSameBits() throws Exception {
        try (TestScheduler scheduler = scheduler("5 3 4")) {
            TestJob job = scheduler.submit(Regression::new);
            scheduler.passUntilOver();

            assertThat(job.isFinished()).as(job.toString()).isTrue();
            assertThat(job.grants()).hasSizeGreaterThan(3);
            assertThat(job.lost()).isEmpty();
            assertThat(job.checkpoint().orElseThrow().sha256()).isEqualTo(straight());
        }
    }

    /** After out of memory on its only slice a job is known to fit nowhere. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OUT_OF_MEMORY")
    void eachFaultCostsTimeAndNoBit(Fault.Kind kind) throws Exception {
        try (TestScheduler scheduler = scheduler("6 6!" + kind.text() + "@1 6")) {
            TestJob job = scheduler.submit(Regression::new);
            scheduler.passUntilOver();

            assertThat(job.isFinished()).as(job.toString()).isTrue();
            assertThat(job.checkpoint().orElseThrow().sha256()).isEqualTo(straight());
        }
    }

    private record History(List<Duration> grants, int reports, String sha256) {}

    private static History history(String windows) throws Exception {
        VirtualTime time = VirtualTime.create();
        Instant origin = time.now();
        try (TestScheduler scheduler =
                TestScheduler.start(time, WindowSource.scripted(Schedule.parse(windows)), MarketSetup.DEFAULT)) {
            TestJob job = scheduler.submit(Regression::new);
            scheduler.passUntilOver();

            assertThat(job.isFinished()).as(job.toString()).isTrue();
            return new History(
                    job.grants().stream()
                            .map(it -> Duration.between(origin, it.starts()))
                            .toList(),
                    job.reports().size(),
                    job.checkpoint().orElseThrow().sha256());
        }
    }

    /** The offer, the answer, the grant, the acceptance, and the report. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void aMessageThatIsLostCostsNoBit(int message) throws Exception {
        assertThat(history("6 6!lost-message@%s 6".formatted(message)).sha256()).isEqualTo(straight());
    }

    @Test
    void aJobIsNotToldOfAGrantThatIsLost() throws Exception {
        History calm = history("6 6 6");
        History lost = history("6 6!lost-message@2 6");

        assertThat(calm.grants()).anyMatch(TestSchedulerTest::isInTheSecondWindow);
        assertThat(lost.grants()).noneMatch(TestSchedulerTest::isInTheSecondWindow);
    }

    private static boolean isInTheSecondWindow(Duration starts) {
        return starts.toSeconds() >= 28 && starts.toSeconds() < 36;
    }

    @Test
    void aGrantWhoseAcceptanceIsLostIsNotRun() throws Exception {
        History lost = history("6 6!lost-message@3 6");

        assertThat(lost.grants()).hasSize(lost.reports() + 1);
    }

    @Test
    void aSliceWhoseReportIsLostIsFreeWhenTheLeaseHasEnded() throws Exception {
        History calm = history("6!kill@0 24");
        History lost = history("6!lost-message@4 24");

        assertThat(calm.grants().get(1)).isLessThan(Duration.ofSeconds(10 + 6 + 2));
        assertThat(lost.grants().get(1)).isGreaterThanOrEqualTo(Duration.ofSeconds(10 + 6 + 2));
    }

    @Test
    void aJobWhoseLastReportIsLostIsOverAllTheSame() throws Exception {
        String all = "%s!lost-message@4"
                .formatted(new Regression().spec().totalAtoms().orElseThrow());

        assertThat(history(all).sha256()).isEqualTo(straight());
    }

    @Test
    void aKilledWorkerIsLostAndDoesNotReport() throws Exception {
        try (TestScheduler scheduler = scheduler("6 6!kill@1 6")) {
            TestJob job = scheduler.submit(Regression::new);
            scheduler.passUntilOver();

            assertThat(job.lost()).hasSize(1);
            assertThat(job.reports()).hasSize(job.grants().size() - 1);
        }
    }

    @Test
    void anAtomThatTakesTheWholeWindowIsKilledAtTheEndOfItsLease() throws Exception {
        try (TestScheduler scheduler = scheduler("6 6!slow-atom@1 6")) {
            TestJob job = scheduler.submit(Regression::new);
            scheduler.passUntilOver();

            assertThat(job.lost()).hasSize(1);
        }
    }

    @Test
    void outOfMemoryOnTheOnlySliceEndsAJobThatDeclaresNothing() throws Exception {
        try (TestScheduler scheduler = scheduler("6 6!out-of-memory@1 6")) {
            TestJob job = scheduler.submit(Regression::new);
            scheduler.passUntilOver();

            assertThat(job.end()).containsInstanceOf(AgentResult.FitsNowhere.class);
        }
    }

    @Test
    void aJobThatFailsByItselfIsGivenUpWithItsMessage() throws Exception {
        class Broken extends Regression {
            @Override
            public void run(long atom) {
                throw new IllegalStateException("no such file");
            }
        }
        try (TestScheduler scheduler = scheduler("9")) {
            TestJob job = scheduler.submit(Broken::new);
            scheduler.passUntilOver();

            assertThat(job.toString()).contains("no such file");
            assertThat(job.isFinished()).isFalse();
        }
    }

    @Test
    void aJobThatForgetsEndsInOtherBits() throws Exception {
        try (TestScheduler scheduler = scheduler("6!kill-after-commit 6")) {
            TestJob right = scheduler.submit(Bugs.OptimizerForgotten::new);
            scheduler.passUntilOver();

            String uncut = StraightRun.of(Bugs.OptimizerForgotten::new, TimeSource.system(), next -> {})
                    .sha256();
            assertThat(right.checkpoint().orElseThrow().sha256()).isNotEqualTo(uncut);
        }
    }

    @Test
    void everyGrantLiesInOneOfTheWindowsAndEveryJobThatBidsGetsSome() throws Exception {
        Instant origin = time.now();
        WindowSource windows = WindowSource.random(3, Set.of());
        try (TestScheduler scheduler =
                TestScheduler.start(time, windows, MarketSetup.DEFAULT.bidding(BidClearing.optimal()))) {
            List<TestJob> jobs = List.of(scheduler.submit(Named.of("a")), scheduler.submit(Named.of("b")));
            scheduler.passUntilOver();

            assertThat(jobs).allMatch(TestJob::isFinished);
            List<Interval> openings = openings(origin, windows.taken());
            assertThat(jobs)
                    .flatExtracting(TestJob::grants)
                    .allSatisfy(grant -> assertThat(openings)
                            .anyMatch(it -> !grant.starts().isBefore(it.from())
                                    && !grant.ends().isAfter(it.to())));
        }
    }

    /** Ten seconds apart, with two seconds for what is not an atom. */
    private static List<Interval> openings(Instant origin, Schedule windows) {
        List<Interval> openings = new ArrayList<>();
        Instant free = origin;
        for (Schedule.Window each : windows.windows()) {
            Interval opening = Interval.of(free.plusSeconds(10), Duration.ofSeconds(each.atoms() + 2));
            openings.add(opening);
            free = opening.to();
        }
        return openings;
    }

    @Test
    void theSameSeedGivesTheSameGrants() throws Exception {
        assertThat(granted(7)).isEqualTo(granted(7)).isNotEqualTo(granted(8));
    }

    private static List<Duration> granted(long seed) throws Exception {
        VirtualTime time = VirtualTime.create();
        WindowSource windows = WindowSource.random(seed, EnumSet.of(Fault.Kind.KILL, Fault.Kind.EXCEPTION));
        try (TestScheduler scheduler = TestScheduler.start(time, windows, MarketSetup.DEFAULT.selecting(new Fifo()))) {
            TestJob job = scheduler.submit(Regression::new);
            scheduler.passUntilOver();
            return job.grants().stream()
                    .map(it -> Duration.between(it.starts(), it.ends()))
                    .toList();
        }
    }

    private static final class Named extends Regression {
        private final String name;

        private Named(String name) {
            this.name = name;
        }

        static JobSource of(String name) {
            return () -> new Named(name);
        }

        @Override
        public JobSpec spec() {
            return JobSpec.of(name, 24);
        }
    }
}
