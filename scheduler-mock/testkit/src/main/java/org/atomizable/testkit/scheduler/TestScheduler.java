package org.atomizable.testkit.scheduler;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.score.Utility;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.core.agent.AgentJob;
import org.atomizable.core.agent.AgentOptions;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.agent.Negotiation;
import org.atomizable.core.agent.SteppedAgent;
import org.atomizable.core.run.JobSource;
import org.atomizable.core.wire.ToWire;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.MarketRules;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.market.tenant.TenantRules;
import org.atomizable.scheduler.offer.OfferRules;
import org.atomizable.scheduler.server.BothMailboxes;
import org.atomizable.testkit.check.TemporaryDirectory;
import org.atomizable.testkit.schedule.WindowSource;

/**
 * The reference scheduler in this JVM, in virtual time. Jobs really run, with checkpoints in a temporary directory; nothing waits.
 *
 * <pre>{@code
 * TestJob job = scheduler.submit(() -> new MyJob(42));
 * scheduler.passUntilOver();
 * assertTrue(job.isFinished());
 * }</pre>
 *
 * <p>A job that runs out of memory on the largest slice, without having declared less, fits nowhere, and ends. For one thread.
 */
public final class TestScheduler implements AutoCloseable {

    /** Nobody is silent here but for a lost message, so agents send no heartbeats, and no lease is lost for silence. */
    private static final Duration NO_SILENCE = Duration.ofDays(10_000);

    private static final Duration LONGEST_WINDOW = Duration.ofMinutes(10);
    private static final Duration MOST_TIME = Duration.ofDays(30);
    private static final int MOST_JOBS = 1000;

    private final VirtualTime time;
    private final MarketSetup setup;
    private final OfferRules offers;
    private final Agents agents = new Agents();
    private final MarketWatch watch;
    private final LossyNetwork network;
    private final Market market;
    private final TemporaryDirectory directory;
    private final List<TestJob> jobs = new ArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();

    private TestScheduler(VirtualTime time, WindowSource source, MarketSetup setup, TemporaryDirectory directory) {
        this.time = time;
        this.setup = setup;
        this.directory = directory;
        this.offers = OfferRules.DEFAULT.withLengths(OfferRules.DEFAULT.shortest(), LONGEST_WINDOW);
        WindowCalendar windows = new WindowCalendar(setup.slices(), source, time.now());
        this.watch = new MarketWatch(time);
        this.network = new LossyNetwork(windows);
        MarketRules rules = new MarketRules(
                offers,
                setup.policy(),
                new LeaseRules(NO_SILENCE, LeaseRules.DEFAULT.transit()),
                MOST_JOBS,
                setup.clearing(),
                BidClearingRules.DEFAULT,
                TenantRules.DEFAULT);
        this.market = new Market(time, windows, rules, new BothMailboxes(watch, network.before(agents)), Observer.NONE);
    }

    /**
     * Starts one.
     *
     * @param source the windows in which the slices are free; each fault happens once, to the first subjob in its window
     * @throws IOException if there is no place for checkpoints
     */
    public static TestScheduler start(VirtualTime time, WindowSource source, MarketSetup setup) throws IOException {
        return new TestScheduler(time, source, setup, TemporaryDirectory.create());
    }

    /**
     * Registers a job, which from now on answers windows.
     *
     * @throws Exception if an instance cannot be made
     */
    public TestJob submit(JobSource source) throws Exception {
        JobSpec spec;
        try (Atomizable any = source.create()) {
            spec = any.spec();
        }
        VirtualWorkers.JobOnTrial onTrial = new VirtualWorkers.JobOnTrial(
                spec.name(), source, directory.path().resolve("job-" + jobs.size()));
        VirtualWorkers workers = new VirtualWorkers(onTrial, network.windows(), time);
        CheckpointStore store = onTrial.store();
        open.add(workers);
        open.add(store);
        String id = registered(spec);
        TestJob job = new TestJob(id, store);
        SteppedAgent agent = new SteppedAgent(
                id,
                new AgentJob(spec, store, workers),
                JobProfile.of(spec),
                new MarketCalls(watch.before(network.before(new MarketCalls.Direct(market)))),
                AgentOptions.DEFAULT.negotiating(new Negotiation(setup.mode(), Utility.USUAL, JobRequest.NOBODY)),
                job,
                time,
                setup.slices(),
                offers.limit());
        agent.whenOver(end -> agentEnded(job, end));
        agents.add(id, agent, job);
        jobs.add(job);
        return job;
    }

    /** As an agent does it: the scheduler is told of the end, unless it knows. */
    private void agentEnded(TestJob job, AgentResult end) {
        job.agentEnded(end);
        try {
            market.withdraw(job.id(), "its agent");
        } catch (Refused itIsOver) {
            // The scheduler has ended it.
        }
    }

    private String registered(JobSpec spec) {
        Optional<Long> total =
                spec.totalAtoms().isPresent() ? Optional.of(spec.totalAtoms().getAsLong()) : Optional.empty();
        try {
            String id = market.register(new JobRequest(
                            spec.name(),
                            setup.mode(),
                            JobRequest.NOBODY,
                            0,
                            spec.deadline(),
                            total,
                            0,
                            Optional.empty()))
                    .id();
            watch.registered(
                    id,
                    JobRequest.NOBODY,
                    ToWire.registration(spec, setup.mode().word(), "", 0, FencingToken.NONE));
            return id;
        } catch (Refused e) {
            throw new IllegalArgumentException("the scheduler refused the job: " + e.getMessage(), e);
        }
    }

    /**
     * Lets time pass: windows are offered, granted and used meanwhile.
     *
     * @throws AssertionError if a message between the scheduler and an agent breaks a rule of the protocol
     */
    public void pass(Duration duration) {
        time.advance(duration);
        watch.assertKept();
    }

    /**
     * Lets time pass until every job is over.
     *
     * @throws AssertionError if one goes on for more than 30 days, or a message breaks a rule of the protocol
     */
    public void passUntilOver() {
        var last = time.now().plus(MOST_TIME);
        while (jobs.stream().anyMatch(it -> it.end().isEmpty())) {
            if (time.now().isAfter(last) || !time.advanceToNext()) {
                throw new AssertionError(
                        "after %s days of virtual time not every job is over: %s".formatted(MOST_TIME.toDays(), jobs));
            }
        }
        watch.assertKept();
    }

    @Override
    public void close() throws Exception {
        market.close();
        for (AutoCloseable each : open) {
            each.close();
        }
        directory.close();
    }
}
