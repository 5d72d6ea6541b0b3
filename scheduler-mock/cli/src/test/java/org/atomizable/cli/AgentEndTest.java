package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.atomizable.api.Atomizable;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.wire.JobView;
import org.atomizable.core.agent.Agent;
import org.atomizable.core.agent.AgentJob;
import org.atomizable.core.agent.AgentObserver;
import org.atomizable.core.agent.AgentOptions;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.client.Backoff;
import org.atomizable.core.client.SchedulerClient;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.ChildProcesses;
import org.atomizable.core.worker.InProcessLauncher;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.Samplers;
import org.atomizable.core.worker.StoreOpening;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.AlwaysFree;
import org.atomizable.scheduler.journal.Change;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.atomizable.scheduler.journal.Table;
import org.atomizable.scheduler.offer.OfferRules;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;
import org.atomizable.testkit.watch.ProtocolWatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real agents and a real scheduler that goes away, forgets, or ends their job. No agent may wait for ever. */
@Tag("slow")
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AgentEndTest {

    private static final NamedJob ENDLESS = new NamedJob("sum", Map.of("atoms", "1000000000"));
    private static final OfferRules OFFERS =
            OfferRules.DEFAULT.withLengths(Duration.ofMillis(500), Duration.ofSeconds(12));
    /** However fast the machine is: it takes longer than the scheduler is away, and one window and more beside that. */
    private static final NamedJob SHORT = new NamedJob("sum", Map.of("atoms", "200", "millis", "20"));

    private static final OfferRules SHORT_OFFERS =
            OfferRules.DEFAULT.withLengths(Duration.ofMillis(500), Duration.ofSeconds(3));

    @TempDir
    Path directory;

    private final TimeSource time = TimeSource.system();
    private final ExecutorService agents = Executors.newCachedThreadPool();
    private Scheduler scheduler;
    private SchedulerClient client;

    /** Tells when the first subjob begins, and keeps what was said. */
    private static final class Begun implements AgentObserver {

        private final CountDownLatch first = new CountDownLatch(1);
        private final List<String> said = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void begins(Subjob subjob) {
            first.countDown();
        }

        @Override
        public void registeredAgain() {
            said.add("registered again");
        }
    }

    private Scheduler start(int port, Optional<Path> journal, OfferRules offers) throws Exception {
        SchedulerOptions options = SchedulerOptions.of(new AlwaysFree(
                        SimulatedGpus.parse("sim:A100-80GB*1", "7g.80gb").slices()))
                .offering(offers)
                .onPort(port);
        return Scheduler.start(journal.map(options::keptIn).orElse(options), time);
    }

    @BeforeEach
    void start() throws Exception {
        scheduler = start(0, Optional.empty(), OFFERS);
        client = SchedulerClient.of(scheduler.uri(), Backoff.PATIENT, time);
    }

    @AfterEach
    void stop() throws InterruptedException {
        agents.shutdownNow();
        client.close();
        scheduler.close();
        // A worker in a thread writes for as long as its last save takes.
        for (Thread each : Thread.getAllStackTraces().keySet()) {
            if (each.getName().startsWith("atomizable-run-")) {
                each.join();
            }
        }
    }

    private Future<AgentResult> run(NamedJob job, String store, AgentObserver observer) {
        return agents.submit(() -> {
            StoreOpening opening = StoreOpening.in(directory.resolve(store), "sum");
            try (WorkerLauncher workers = new InProcessLauncher(job, opening, Samplers.of(1.0, time), time);
                    Atomizable made = job.create()) {
                AgentJob agentJob = new AgentJob(made.spec(), opening.open(), workers);
                return new Agent(agentJob, AgentOptions.DEFAULT, observer, time).run(client);
            }
        });
    }

    /** As run does it: each subjob in a process of its own. */
    private AgentResult runInProcesses(String logs, AgentObserver observer, Scheduler by) throws Exception {
        StoreOpening opening = StoreOpening.in(directory.resolve("store"), "sum");
        try (ChildProcesses children = new ChildProcesses(directory.resolve(logs), List.of(), time);
                WorkerLauncher workers = children.launcherFor(ENDLESS, opening, 1.0);
                SchedulerClient to = SchedulerClient.of(by.uri(), Backoff.PATIENT, time);
                Atomizable made = ENDLESS.create()) {
            AgentJob agentJob = new AgentJob(made.spec(), opening.open(), workers);
            return new Agent(agentJob, AgentOptions.DEFAULT, observer, time).run(to);
        }
    }

    @Test
    void ofTwoAgentsOfTwoSchedulersOnOneStoreTheFencedOneSaysWhoseProcessTookOver() throws Exception {
        try (Scheduler another = start(0, Optional.empty(), OFFERS)) {
            Begun begun = new Begun();
            Future<AgentResult> first = agents.submit(() -> runInProcesses("first", begun, scheduler));
            begun.first.await();
            Future<AgentResult> second = agents.submit(() -> runInProcesses("second", new Begun(), another));

            assertThat(first.get()).isInstanceOfSatisfying(AgentResult.Failed.class, it -> {
                assertThat(it.kind()).isEqualTo(FailureKind.FENCED);
                assertThat(it.message())
                        .matches(
                                "checkpoint refused: token [0-9]+ is older than [0-9]+ of process [0-9]+"
                                        + "( on [A-Za-z0-9._-]+)? since [0-9-]+T[0-9:]+Z\\. Another worker holds this job now.*")
                        .doesNotContain("process " + ProcessHandle.current().pid() + " ");
            });
            assertThat(second.isDone()).isFalse();
        }
    }

    private String id() throws Exception {
        List<JobView> jobs = client.jobs();
        return jobs.get(jobs.size() - 1).id();
    }

    @Test
    void anAgentWhoseJobIsWithdrawnEndsAndSaysByWhom() throws Exception {
        Begun begun = new Begun();
        Future<AgentResult> running = run(ENDLESS, "store", begun);
        begun.first.await();

        client.withdraw(id());

        assertThat(running.get())
                .isInstanceOfSatisfying(
                        AgentResult.Withdrawn.class,
                        it -> assertThat(it.message()).isEqualTo("withdrawn by a program that showed no token"));
    }

    @Test
    void ofTwoRunsOfOneJobTheFirstEndsAndIsToldOfTheSecond() throws Exception {
        Begun begun = new Begun();
        Future<AgentResult> first = run(ENDLESS, "one", begun);
        begun.first.await();
        Begun later = new Begun();
        Future<AgentResult> second = run(ENDLESS, "another", later);

        assertThat(first.get()).isInstanceOfSatisfying(AgentResult.Withdrawn.class, it -> {
            assertThat(it.how()).isEqualTo("replaced");
            assertThat(it.message()).contains("probably another run of this job");
        });
        later.first.await();
        assertThat(second.isDone()).isFalse();
        client.withdraw(id());
        second.get();
    }

    private void theJobEndsInTheBitsOfItsStraightRunThoughTheSchedulerWasAway(
            Optional<Path> journal, Begun begun, Callable<Boolean> meanwhile) throws Exception {
        int port = scheduler.uri().getPort();
        scheduler.close();
        scheduler = start(port, journal, SHORT_OFFERS);
        Future<AgentResult> running = run(SHORT, "store", begun);
        begun.first.await();

        scheduler.close();
        meanwhile.call();
        time.sleep(Duration.ofSeconds(3));
        scheduler = start(port, journal, SHORT_OFFERS);

        assertThat(running.get()).isEqualTo(new AgentResult.Finished(200));
        assertThat(StoreOpening.in(directory.resolve("store"), "sum")
                        .open()
                        .latest()
                        .orElseThrow()
                        .sha256())
                .isEqualTo(
                        StraightRun.of(SHORT, VirtualTime.create(), next -> {}).sha256());
    }

    private FencingToken inAnHour() {
        return new FencingToken(time.now().plus(Duration.ofHours(1)).toEpochMilli());
    }

    /** As when its journal is gone, or was put back on another machine, and the clock was ahead before. */
    @Test
    void aJobWhoseStoreHasSeenGreaterTokensThanTheSchedulerGoesOn() throws Exception {
        CheckpointStore store =
                StoreOpening.in(directory.resolve("store"), "sum").open();
        FencingToken seen = inAnHour();
        store.fence(seen);

        assertThat(run(SHORT, "store", new Begun()).get()).isEqualTo(new AgentResult.Finished(200));

        assertThat(seen.olderThan(store.newestToken())).isTrue();
    }

    @Test
    void aSchedulerWhoseJournalWasPutBackUnderARunningJobIsToldOfItAgainAndTheJobGoesOn() throws Exception {
        Path file = directory.resolve("journal.db");
        CheckpointStore store =
                StoreOpening.in(directory.resolve("store"), "sum").open();
        store.fence(inAnHour());
        Begun begun = new Begun();
        theJobEndsInTheBitsOfItsStraightRunThoughTheSchedulerWasAway(Optional.of(file), begun, () -> {
            try (SqliteJournal journal = SqliteJournal.open(file, TimeSource.system())) {
                journal.write(journal.all(Table.TOKEN).keySet().stream()
                        .map(key -> new Change(Table.TOKEN, key, Optional.empty()))
                        .toList());
            }
            return true;
        });

        assertThat(begun.said).containsExactly("registered again");
        // The grant for which the worker was fenced.
        assertThatThrownBy(() -> new ProtocolWatch().afterEach(null)).hasMessageContaining("tokens-grow");
    }

    @Test
    void aSchedulerThatForgotTheJobIsToldOfItAgainAndTheJobGoesOn() throws Exception {
        Begun begun = new Begun();
        theJobEndsInTheBitsOfItsStraightRunThoughTheSchedulerWasAway(Optional.empty(), begun, () -> true);
        assertThat(begun.said).containsExactly("registered again");
    }

    @Test
    void aSchedulerThatRemembersTheJobGoesOnWithIt() throws Exception {
        Begun begun = new Begun();
        theJobEndsInTheBitsOfItsStraightRunThoughTheSchedulerWasAway(
                Optional.of(directory.resolve("journal.db")), begun, () -> true);
        assertThat(begun.said).isEmpty();
    }
}
