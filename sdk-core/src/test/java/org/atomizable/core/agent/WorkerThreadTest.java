package org.atomizable.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.subjob.Variant;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.profiler.profile.JobProfile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a launcher is told before and after the grants of a job. */
class WorkerThreadTest {

    private static final Slice SLICE = new Slice("s", new SliceKind("1g.10gb"), Bytes.gibi(10));
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Window WINDOW = new Window("w", SLICE, SLICE.memory(), NOW, Duration.ofSeconds(10));
    private static final Footprint NEED = JobProfile.declared(Optional.of(Bytes.mebi(1)))
            .with(List.of(
                    new Sample(SLICE.kind(), Phase.RESTORE, Duration.ofMillis(1), Bytes.mebi(1)),
                    new Sample(SLICE.kind(), Phase.STEADY, Duration.ofMillis(1), Bytes.mebi(1))))
            .footprint(SLICE.kind(), 1, Promise.DEFAULT);
    private static final Answer WANTED = new Answer.Signal(
            new Variant("v", 0, 1, NOW, NEED.time(), NEED, new Features<JobFeature>(Map.of()), 0.5, Optional.empty()));
    private static final Sample ENGINE = new Sample(SLICE.kind(), Phase.ENGINE, Duration.ofMillis(300), Bytes.ZERO);

    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final Inbox inbox = new Inbox(Optional.empty());
    private final WorkerThread workers =
            new WorkerThread("job", new Told(), TimeSource.system(), inbox, AgentObserver.NONE);

    private final class Told implements WorkerLauncher {

        @Override
        public Worker launch(Slice slice) {
            return new Ready();
        }

        @Override
        public void prepare(Slice slice) {
            told.add("prepare " + slice.id());
        }

        @Override
        public void release(Slice slice) {
            told.add("release " + slice.id());
        }

        @Override
        public void close() {}
    }

    private static final class Ready implements Worker {

        @Override
        public Report run(Subjob subjob, Progress progress) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<Sample> preparation() {
            return List.of(ENGINE);
        }

        @Override
        public void yieldSoon() {}

        @Override
        public void kill() {}

        @Override
        public void close() {}
    }

    @AfterEach
    void close() {
        workers.close();
    }

    private HeldGrant launched(String id, Duration ahead) {
        Instant starts = TimeSource.system().now().plus(ahead);
        Grant grant = new Grant(
                id,
                "w",
                SLICE,
                SLICE.memory(),
                starts,
                starts.plusSeconds(10),
                new FencingToken(1),
                Duration.ofSeconds(5));
        HeldGrant held = new HeldGrant(grant, 0, TimeSource.system());
        workers.launch(held);
        return held;
    }

    private HeldGrant won(String id) throws Exception {
        HeldGrant held = launched(id, Duration.ZERO);
        assertThat(inbox.take()).isInstanceOf(AgentEvent.WorkerReady.class);
        return held;
    }

    @Test
    void aWindowThatIsWantedIsPreparedForAndOneThatIsNotIsNot() {
        workers.answered(WINDOW, new Answer.Silence("too short"));
        assertThat(told).isEmpty();

        workers.answered(WINDOW, WANTED);
        assertThat(told).containsExactly("prepare s");
    }

    @Test
    void whoeverLosesAllWindowsPreparesForNoneUntilItWinsAgain() throws Exception {
        for (int i = 0; i < 10; i++) {
            workers.answered(WINDOW, WANTED);
        }
        told.clear();
        workers.answered(WINDOW, WANTED);
        assertThat(told).isEmpty();

        for (int i = 0; i < 10; i++) {
            won("g" + i);
            workers.answered(WINDOW, WANTED);
        }
        assertThat(told).contains("prepare s");
    }

    @Test
    void whatItCostToGetAWorkerReadyIsLearned() throws Exception {
        assertThat(won("g").startUpSamples()).containsExactly(ENGINE);
    }

    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aGrantThatIsLostBeforeItsStartIsNotWaitedFor() throws Exception {
        HeldGrant held = launched("g", Duration.ofHours(1));

        held.revoke("withdrawn");

        assertThat(inbox.take())
                .isInstanceOfSatisfying(
                        AgentEvent.WorkerReady.class,
                        it -> assertThat(it.held().lost()).isTrue());
    }

    @Test
    void aGrantThatIsTakenBackLeavesNothingOnItsSlice() throws Exception {
        won("g");
        workers.takenBack("another");
        assertThat(told).isEmpty();

        workers.takenBack("g");
        assertThat(told.poll(30, TimeUnit.SECONDS)).isEqualTo("release s");
    }

    @Test
    void anOlderGrantOfTheSliceTakesNothingBack() throws Exception {
        won("older");
        won("newer");

        workers.takenBack("older");

        workers.takenBack("newer");
        assertThat(told.poll(30, TimeUnit.SECONDS)).isEqualTo("release s");
        assertThat(told).isEmpty();
    }
}
