package org.atomizable.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.testkit.Contracts;
import org.atomizable.testkit.bug.Regression;
import org.atomizable.testkit.schedule.Fault;
import org.atomizable.testkit.schedule.WindowSource;
import org.atomizable.testkit.scheduler.TestJob;
import org.atomizable.testkit.scheduler.TestScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

class AtomizableTestTest {

    @AfterEach
    void nobodyAsksForASeed() {
        System.clearProperty(Seeds.PROPERTY);
    }

    @AtomizableTest(
            runs = 5,
            faults = {Fault.Kind.KILL, Fault.Kind.EXCEPTION})
    void aJobEndsInWindowsByChance(TestScheduler scheduler) throws Exception {
        TestJob job = scheduler.submit(Regression::new);
        scheduler.passUntilOver();
        assertThat(job.isFinished()).as(job.toString()).isTrue();
    }

    @AtomizableTest(windows = "5 3!kill@2 4")
    void windowsOfAScriptAreThose(WindowSource windows) throws Exception {
        var schedule = windows.take(9);
        assertThat(schedule).hasToString("5 3!kill@2 4");
        Contracts.assertSurvives(Regression::new, schedule);
    }

    @AtomizableTest
    void theSchedulersClockIsTheTests(VirtualTime time, TestScheduler scheduler) throws Exception {
        TestJob job = scheduler.submit(Regression::new);
        var before = time.now();
        time.advance(Duration.ofMinutes(2));
        scheduler.pass(Duration.ofMinutes(3));
        assertThat(Duration.between(before, time.now())).isEqualTo(Duration.ofMinutes(5));
        assertThat(job.grants()).isNotEmpty();
    }

    @AtomizableTest(runs = 2)
    void eachRunHasAnEmptyStore(CheckpointStore store) throws Exception {
        assertThat(store.latest()).isEmpty();
        try (CheckpointStore.Draft draft = store.open(1, new FencingToken(1))) {
            draft.state().longs("next", 1);
            draft.commit();
        }
    }

    @Disabled
    static class Failing {
        static final List<String> SEEN = new ArrayList<>();

        @AtomizableTest(runs = 3, seed = 40)
        void failsForOneSeed(WindowSource windows) {
            String taken = windows.take(3).toString();
            SEEN.add(taken);
            if (taken.equals(WindowSource.random(41, Set.of()).take(3).toString())) {
                fail("these windows");
            }
        }
    }

    @Test
    void aFailureTellsItsWindowsAndTheLineThatShowsItAgain() {
        Map<String, Optional<Throwable>> results = Executed.testsOf(Failing.class);

        assertThat(results).containsOnlyKeys("seed 40", "seed 41", "seed 42");
        assertThat(results.get("seed 40")).isEmpty();
        Throwable failure = results.get("seed 41").orElseThrow();
        assertThat(failure).hasMessage("these windows");
        assertThat(failure.getSuppressed()[0].getMessage())
                .contains("seed 41")
                .contains("-Datomizable.testkit.seed=41")
                .contains(WindowSource.random(41, Set.of()).take(3).toString());
    }

    @Test
    void theLineThatAFailureTellsShowsItAgain() {
        System.setProperty(Seeds.PROPERTY, "41");

        Map<String, Optional<Throwable>> results = Executed.testsOf(Failing.class);

        assertThat(results).containsOnlyKeys("seed 41");
        assertThat(results.get("seed 41")).isPresent();
    }

    @Test
    void whatIsNoSeedIsRefusedWithAnExample() {
        System.setProperty(Seeds.PROPERTY, "seven");

        Map<String, Optional<Throwable>> results = Executed.testsOf(Failing.class);

        assertThat(results.values())
                .anySatisfy(it -> assertThat(it.orElseThrow())
                        .hasMessageContaining("such as 7")
                        .hasMessageContaining("seven"));
    }
}
