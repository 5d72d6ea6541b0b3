package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.atomizable.api.Atomizable;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.score.Utility;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.agent.Agent;
import org.atomizable.core.agent.AgentJob;
import org.atomizable.core.agent.AgentObserver;
import org.atomizable.core.agent.AgentOptions;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.agent.Negotiation;
import org.atomizable.core.answer.Mode;
import org.atomizable.core.client.Backoff;
import org.atomizable.core.client.SchedulerClient;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.InProcessLauncher;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.Samplers;
import org.atomizable.core.worker.StoreOpening;
import org.atomizable.scheduler.clear.ExchangeRules;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.AlwaysFree;
import org.atomizable.scheduler.offer.OfferRules;
import org.atomizable.scheduler.score.Composite;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real agent, a real scheduler, HTTP between them, and a job that likes small bites. */
@Tag("slow")
class BiddingAgentTest {

    private static final NamedJob SUM = new NamedJob("sum", Map.of("atoms", "9000"));

    /** Prefers the first third of a window and, as its continuation, the last to anything longer. */
    private static final Utility SMALL_BITES =
            features -> features.of(JobFeature.PROGRESS) < 0.25 ? features.of(JobFeature.USEFUL_SHARE) : 0;

    private static final class Begun implements AgentObserver {
        private final List<Subjob> subjobs = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void begins(Subjob subjob) {
            subjobs.add(subjob);
        }
    }

    @Test
    void anAgentRunsWhatItWonAndItsContinuationAndEndsInTheSameBits(@TempDir Path directory) throws Exception {
        TimeSource time = TimeSource.system();
        SchedulerOptions options = SchedulerOptions.of(new AlwaysFree(
                        SimulatedGpus.parse("sim:A100-80GB*1", "7g.80gb").slices()))
                .offering(OfferRules.DEFAULT.withLengths(Duration.ofMillis(500), Duration.ofSeconds(3)))
                .exchanging(ExchangeRules.DEFAULT.composedBy(new Composite(0.95, 0)));
        StoreOpening store = StoreOpening.in(directory, "sum");
        Begun begun = new Begun();
        AgentResult result;
        try (Scheduler scheduler = Scheduler.start(options, time);
                WorkerLauncher workers = new InProcessLauncher(SUM, store, Samplers.of(1.0), time);
                SchedulerClient client = SchedulerClient.of(scheduler.uri(), Backoff.DEFAULT, time);
                Atomizable job = SUM.create()) {
            AgentOptions agent = AgentOptions.DEFAULT.negotiating(new Negotiation(Mode.JASDA, SMALL_BITES, "tests"));
            result = new Agent(new AgentJob(job.spec(), store.open(), workers), agent, begun, time).run(client);
            assertThat(scheduler.statistics().overrun()).isZero();
        }
        assertThat(result).isInstanceOf(AgentResult.Finished.class);
        Map<String, Long> ofWindow = begun.subjobs.stream()
                .collect(Collectors.groupingBy(it -> it.grant().window(), Collectors.counting()));
        assertThat(ofWindow.values()).as("subjobs of one window").contains(2L);
        assertThat(store.open().latest().orElseThrow().sha256())
                .isEqualTo(StraightRun.of(SUM, time, atom -> {}).sha256());
    }
}
