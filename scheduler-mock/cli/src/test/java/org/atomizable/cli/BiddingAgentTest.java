package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import org.atomizable.api.Atomizable;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.score.Utility;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.GrantIssued;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.VariantMessage;
import org.atomizable.api.wire.WindowOffered;
import org.atomizable.core.agent.Agent;
import org.atomizable.core.agent.AgentJob;
import org.atomizable.core.agent.AgentObserver;
import org.atomizable.core.agent.AgentOptions;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.agent.Negotiation;
import org.atomizable.core.client.Backoff;
import org.atomizable.core.client.EventListener;
import org.atomizable.core.client.SchedulerClient;
import org.atomizable.core.plan.OverheadLimit;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.InProcessLauncher;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.Samplers;
import org.atomizable.core.worker.StoreOpening;
import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.AlwaysFree;
import org.atomizable.scheduler.offer.OfferRules;
import org.atomizable.scheduler.score.Composite;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real agent, a real scheduler, HTTP between them, and a rival that always gets the middle of a window. */
@Tag("slow")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BiddingAgentTest {

    private static final NamedJob SUM = sum(1_000_000_000);
    private static final Duration WINDOW = Duration.ofSeconds(12);

    /** A rival's bid is worth more than whatever the agent could make of the whole window. */
    private static final Utility MODEST = features -> Math.min(0.05, Utility.USUAL.of(features));

    /** Whatever the overhead, so that the machine's speed does not matter. */
    private static final AgentOptions AGENT = AgentOptions.DEFAULT
            .limitingOverhead(new OverheadLimit(0.95))
            .negotiating(new Negotiation(Mode.JASDA, MODEST, "tests"));

    private static final OfferRules WAITING_FOR_ALL = new OfferRules(
            Duration.ZERO,
            new OfferRules.Lengths(Duration.ofMillis(500), WINDOW),
            OfferRules.Inquiry.within(Duration.ofMinutes(1)),
            new OfferRules.Pauses(Duration.ZERO, Duration.ZERO));

    private static final class Begun implements AgentObserver {

        private final Map<String, Integer> ofWindow = new HashMap<>();
        private final CountDownLatch afterContinuation = new CountDownLatch(1);

        @Override
        public void begins(Subjob subjob) {
            boolean continued = ofWindow.containsValue(2);
            if (ofWindow.merge(subjob.grant().window(), 1, Integer::sum) == 1 && continued) {
                afterContinuation.countDown();
            }
        }
    }

    private static NamedJob sum(long atoms) {
        return new NamedJob("sum", Map.of("atoms", Long.toString(atoms)));
    }

    /** Bids for the middle third of every whole window with utility 1, and holds what it wins until shortly before its end. */
    private record Rival(SchedulerClient client, String id, AtomicLong next, TimeSource time) implements EventListener {

        static Rival registered(SchedulerClient client) throws Exception {
            return new Rival(
                    client,
                    client.register(new JobRegistration("rival", "jasda", null, 0, null, null, 0), "rival")
                            .id(),
                    new AtomicLong(),
                    TimeSource.system());
        }

        @Override
        public void on(EventMessage event) {
            WindowOffered window = event.window();
            GrantIssued grant = event.grant();
            try {
                if (window != null) {
                    client.bid(window.id(), new BidMessage(id, middle(window, next.get()), "the middle"));
                } else if (grant != null) {
                    long first = accepted(grant);
                    Duration left = Duration.between(time.now(), grant.ends());
                    time.schedule(left.minusMillis(100), () -> report(grant, first));
                }
            } catch (AtomizableException cleared) {
                // The window was cleared without it.
            } catch (InterruptedException ends) {
                Thread.currentThread().interrupt();
            }
        }

        /** A slow machine may report late: what the next subjob begins with is what was reported until then. */
        private synchronized long accepted(GrantIssued grant) throws AtomizableException, InterruptedException {
            long first = next.get();
            client.accept(grant.id(), new AcceptMessage(first, 1, 1, "declared", 0, 0.001));
            return first;
        }

        private synchronized void report(GrantIssued grant, long first) {
            try {
                client.report(grant.id(), new ReportMessage("yielded", "time", "", first + 1, 0, 0.001, 0, 0.001, 1));
                next.set(first + 1);
            } catch (AtomizableException lost) {
                // The scheduler has ended, and so does the test.
            } catch (InterruptedException ends) {
                Thread.currentThread().interrupt();
            }
        }

        private static List<VariantMessage> middle(WindowOffered window, long first) {
            double length = Duration.between(window.opens(), window.closes()).toNanos() / 1e9;
            double third = length / 3;
            Map<String, Double> features = Map.of("useful-share", 0.99);
            return length < 0.9 * WINDOW.toSeconds()
                    ? List.of()
                    : List.of(new VariantMessage(
                            "middle", null, first, 1, third, 2 * third, 1, "declared", 0.999 * third, features, 0.99));
        }

        @Override
        public void lost(AtomizableException why) {
            // The scheduler has ended, and so does the test.
        }
    }

    @Test
    void anAgentRunsWhatItWonAndItsContinuationInTheSameBits(@TempDir Path directory) throws Exception {
        TimeSource time = TimeSource.system();
        SchedulerOptions options = SchedulerOptions.of(new AlwaysFree(
                        SimulatedGpus.parse("sim:A100-80GB*1", "7g.80gb").slices()))
                .offering(WAITING_FOR_ALL)
                .scoredBy(BidClearingRules.PUBLISHED.composedBy(new Composite(1, 0)));
        StoreOpening store = StoreOpening.in(directory, "sum");
        Begun begun = new Begun();
        try (Scheduler scheduler = Scheduler.start(options, time);
                WorkerLauncher workers = new InProcessLauncher(SUM, store, Samplers.of(1.0, time), time);
                SchedulerClient client = SchedulerClient.of(scheduler.uri(), Backoff.DEFAULT, time);
                Atomizable job = SUM.create()) {
            Rival rival = Rival.registered(client);
            AgentJob agentJob = new AgentJob(job.spec(), store.open(), workers);
            FutureTask<AgentResult> running =
                    new FutureTask<>(() -> new Agent(agentJob, AGENT, begun, time).run(client));
            try (SchedulerClient.Listening heard = client.events(rival.id(), rival)) {
                new Thread(running, "agent").start();
                begun.afterContinuation.await();
                for (JobView each : client.jobs()) {
                    client.withdraw(each.id());
                }
                assertThat(running.get()).isInstanceOf(AgentResult.Withdrawn.class);
            }
        }
        var reached = store.open().latest().orElseThrow();
        assertThat(reached.sha256())
                .isEqualTo(StraightRun.of(sum(reached.nextAtom()), time, atom -> {})
                        .sha256());
    }
}
