package org.atomizable.testkit.scheduler;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.atomizable.api.JobSpec;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.core.agent.AgentJob;
import org.atomizable.core.agent.AgentObserver;
import org.atomizable.core.agent.AgentOptions;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.agent.Negotiation;
import org.atomizable.core.agent.Places;
import org.atomizable.core.agent.Registration;
import org.atomizable.core.agent.SteppedAgent;
import org.atomizable.core.wire.ToWire;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.MarketRules;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.job.JobEnd;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.server.Messages;

/**
 * The scheduler's market in this JVM, and the jobs on it. Messages go over no network, but over hops. A job handles a message after the
 * market's call, not within it. For one thread.
 */
public final class VirtualMarket implements AutoCloseable {

    /** Leases that are never lost for silence, so that jobs send no heartbeats. */
    public static final LeaseRules LEASES = new LeaseRules(Duration.ofDays(10_000), LeaseRules.DEFAULT.transit());

    private final TimeSource time;
    private final SliceSource slices;
    private final MarketRules rules;
    private final List<Hop> hops;
    private final Map<String, Mailbox> jobs = new HashMap<>();
    private final Market market;

    /** A part of the way between the market and its jobs. It sees messages, and may lose some. */
    public interface Hop {

        /** Returns the mailbox to which the market sends messages, so that they come to those of the jobs. */
        default Mailbox before(Mailbox mailboxes) {
            return mailboxes;
        }

        /** Returns the link of an agent that comes to the market over another. */
        default MarketCalls.Link before(MarketCalls.Link link) {
            return link;
        }

        /** A job was registered. */
        default void registered(String id, String tenant, JobRegistration registration) {}
    }

    /**
     * Opens it.
     *
     * @param hops the way of the market's messages, in this order; agents' messages pass the same hops first to last
     */
    public VirtualMarket(
            TimeSource time, SliceSource slices, MarketRules rules, Observer observer, List<? extends Hop> hops) {
        this.time = time;
        this.slices = slices;
        this.rules = rules;
        this.hops = List.copyOf(hops);
        Mailbox first = new Jobs();
        for (int i = hops.size() - 1; i >= 0; i--) {
            first = hops.get(i).before(first);
        }
        this.market = new Market(time, slices, rules, first, observer);
    }

    /** Returns the market, which must not be called from within its own calls. */
    public Market market() {
        return market;
    }

    /**
     * Registers a job. Returns its id.
     *
     * @throws IllegalArgumentException if the market refuses it
     */
    public String register(JobRequest request) {
        try {
            return market.register(request).id();
        } catch (Refused refused) {
            throw new IllegalArgumentException("the scheduler refused the job: " + refused.getMessage(), refused);
        }
    }

    /** From now on a job's messages come to this mailbox. */
    public void deliver(String id, Mailbox mailbox) {
        jobs.put(id, mailbox);
    }

    /**
     * Registers the job of an agent. Returns its id.
     *
     * @throws IllegalArgumentException if the market refuses it
     */
    public String register(JobSpec spec, Negotiation negotiation) {
        String tenant = negotiation.tenant().isEmpty() ? JobRequest.NOBODY : negotiation.tenant();
        OptionalLong total = spec.totalAtoms();
        String id = register(new JobRequest(
                spec.name(),
                negotiation.mode(),
                tenant,
                0,
                spec.deadline(),
                total.isPresent() ? Optional.of(total.getAsLong()) : Optional.empty(),
                0,
                Optional.empty()));
        JobRegistration sent = ToWire.registration(spec, negotiation.mode().word(), tenant, 0, FencingToken.NONE);
        hops.forEach(it -> it.registered(id, tenant, sent));
        return id;
    }

    /**
     * Gives a registered job its agent, which answers windows from now on. When the agent is over it withdraws the job and is forgotten, as
     * its profile is large.
     *
     * @param whenOver is called before the job is withdrawn
     */
    public SteppedAgent agent(
            String id, AgentJob job, AgentOptions options, AgentObserver observer, Consumer<AgentResult> whenOver) {
        MarketCalls.Link link = new MarketCalls.Direct(market);
        for (int i = hops.size() - 1; i >= 0; i--) {
            link = hops.get(i).before(link);
        }
        SteppedAgent agent = new SteppedAgent(
                new Registration(
                        id,
                        new MarketCalls(link),
                        new Places(slices.slices(), rules.offers().limit())),
                job,
                options,
                observer,
                time);
        agent.whenOver(result -> {
            jobs.remove(id);
            whenOver.accept(result);
            withdraw(id);
        });
        deliver(id, new AgentMailbox(agent));
        return agent;
    }

    private void withdraw(String id) {
        try {
            market.withdraw(id, "its agent");
        } catch (Refused itIsOver) {
            // The market has ended it.
        }
    }

    @Override
    public void close() {
        market.close();
    }

    /** Passes each message to the mailbox of its job. */
    private final class Jobs implements Mailbox {

        private Optional<Mailbox> of(String job) {
            return Optional.ofNullable(jobs.get(job));
        }

        @Override
        public void offered(String job, Window window, Instant answersBy) {
            of(job).ifPresent(it -> it.offered(job, window, answersBy));
        }

        @Override
        public void granted(String job, Grant grant) {
            of(job).ifPresent(it -> it.granted(job, grant));
        }

        @Override
        public void revoked(String job, String grant, LeaseEvent why) {
            of(job).ifPresent(it -> it.revoked(job, grant, why));
        }

        @Override
        public void ended(String job, JobEnd end) {
            of(job).ifPresent(it -> it.ended(job, end));
        }

        @Override
        public void forgotten(String job) {
            jobs.remove(job);
        }
    }

    private record AgentMailbox(SteppedAgent agent) implements Mailbox {

        @Override
        public void offered(String job, Window window, Instant answersBy) {
            agent.offered(window);
        }

        @Override
        public void granted(String job, Grant grant) {
            agent.granted(grant);
        }

        @Override
        public void revoked(String job, String grant, LeaseEvent why) {
            agent.revoked(grant, Messages.revoked(grant, why).why());
        }

        @Override
        public void ended(String job, JobEnd end) {
            agent.jobEnded(Messages.ended(end).how(), Messages.ended(end).by());
        }

        @Override
        public void forgotten(String job) {
            // Nothing is left of it.
        }
    }
}
