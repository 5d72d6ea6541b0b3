package org.atomizable.lab.market;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.BidVariant;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.answer.Bids;
import org.atomizable.scheduler.market.event.Mailbox;

/** The agents of simulated jobs: they answer each window at once, and accept and report each grant in virtual time. For one thread. */
final class SimulatedAgents implements Mailbox {

    private final TimeSource time;
    private final Map<String, SimulatedJob> jobs = new HashMap<>();
    private Optional<Market> market = Optional.empty();

    SimulatedAgents(TimeSource time) {
        this.time = time;
    }

    /** Registers a job, and returns its id. */
    String register(Market with, SimulatedJob job) {
        market = Optional.of(with);
        try {
            String id = with.register(job.request()).id();
            jobs.put(id, job);
            return id;
        } catch (Refused defect) {
            throw new IllegalStateException("the market refused a simulated job's registration", defect);
        }
    }

    // The market must not be called from within its own calls: everything is answered by a timer.

    @Override
    public void offered(String job, Window window, Instant answersBy) {
        time.schedule(Duration.ZERO, () -> {
            List<BidVariant> variants = job(job).bids(window, time.now());
            send(it -> it.answer(window.id(), new Bids(job, variants, variants.isEmpty() ? "silent" : "fits")));
        });
    }

    @Override
    public void granted(String job, Grant grant) {
        job(job).won(time.now());
        time.schedule(
                Duration.between(time.now(), grant.starts()),
                () -> send(it -> it.accept(grant.id(), job(job).begin(grant))));
        time.schedule(
                Duration.between(time.now(), grant.starts().plus(SimulatedJob.total(grant))),
                () -> send(it -> it.report(grant.id(), job(job).end(grant))));
    }

    @Override
    public void revoked(String job, String grant, LeaseEvent why) {
        throw new IllegalStateException(
                "grant %s of a job that keeps its promises was revoked: %s".formatted(grant, why));
    }

    @Override
    public void forgotten(String job) {
        jobs.remove(job);
    }

    private SimulatedJob job(String id) {
        SimulatedJob job = jobs.get(id);
        if (job == null) {
            throw new IllegalStateException("job %s was never registered".formatted(id));
        }
        return job;
    }

    private interface Message {
        void to(Market market) throws Refused;
    }

    private void send(Message message) {
        try {
            message.to(market.orElseThrow());
        } catch (Refused defect) {
            throw new IllegalStateException("the market refused what a simulated job said", defect);
        }
    }
}
