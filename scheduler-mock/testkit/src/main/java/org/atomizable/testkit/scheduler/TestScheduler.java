package org.atomizable.testkit.scheduler;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.score.Utility;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.core.agent.AgentJob;
import org.atomizable.core.agent.AgentOptions;
import org.atomizable.core.agent.Negotiation;
import org.atomizable.core.run.JobSource;
import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.market.MarketRules;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.market.tenant.TenantRules;
import org.atomizable.scheduler.offer.OfferRules;
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

    private static final Duration LONGEST_WINDOW = Duration.ofMinutes(10);
    private static final Duration MOST_TIME = Duration.ofDays(30);
    private static final int MOST_JOBS = 1000;

    private final VirtualTime time;
    private final MarketSetup setup;
    private final MarketWatch watch;
    private final WindowCalendar windows;
    private final VirtualMarket market;
    private final TemporaryDirectory directory;
    private final List<TestJob> jobs = new ArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();

    private TestScheduler(VirtualTime time, WindowSource source, MarketSetup setup, TemporaryDirectory directory) {
        this.time = time;
        this.setup = setup;
        this.directory = directory;
        this.watch = new MarketWatch(time);
        this.windows = new WindowCalendar(setup.slices(), source, time.now());
        MarketRules rules = new MarketRules(
                OfferRules.DEFAULT.withLengths(OfferRules.DEFAULT.lengths().shortest(), LONGEST_WINDOW),
                new MarketRules.Awarding(setup.policy(), setup.clearing(), BidClearingRules.DEFAULT),
                VirtualMarket.LEASES,
                MOST_JOBS,
                TenantRules.DEFAULT);
        LossyNetwork network = new LossyNetwork(
                windows,
                (job, grant) -> jobs.stream().filter(it -> it.id().equals(job)).forEach(it -> it.granted(grant)));
        this.market = new VirtualMarket(time, windows, rules, Observer.NONE, List.of(watch, network));
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
        VirtualWorkers workers = new VirtualWorkers(onTrial, windows, time);
        CheckpointStore store = onTrial.store();
        open.add(workers);
        open.add(store);
        Negotiation negotiation = new Negotiation(setup.mode(), Utility.USUAL, JobRequest.NOBODY);
        TestJob job = new TestJob(market.register(spec, negotiation), store);
        jobs.add(job);
        market.agent(
                job.id(),
                new AgentJob(spec, store, workers),
                AgentOptions.DEFAULT.negotiating(negotiation),
                job,
                job::agentEnded);
        return job;
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
