package org.atomizable.lab.faults;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.core.client.Backoff;
import org.atomizable.core.client.SchedulerClock;
import org.atomizable.core.client.SchedulerRefusedException;
import org.atomizable.core.client.SchedulerUnreachableException;
import org.atomizable.lab.faults.Seams.DoubledReport;
import org.atomizable.scheduler.journal.Table;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.change.Along;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.server.Messages;
import org.atomizable.testkit.protocol.Request;
import org.atomizable.testkit.scheduler.MarketCalls;
import org.atomizable.testkit.scheduler.MarketCalls.Work;

/** An agent's link over the simulated network, with the attempts and the pauses of a real client. Used on the agent's strand. */
final class AgentLink implements MarketCalls.Link {

    private static final int FEW = 5;
    private static final int USUAL = Backoff.DEFAULT.attempts();
    private static final int PATIENT = 1000;
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final URI ADDRESS = URI.create("http://scheduler");

    private final World world;
    private final String node;
    private final Network network;
    private final SchedulerNode scheduler;
    private final NodeClock clock;
    private final SchedulerClock known;
    private String newest = "";

    /** Makes the link of one run of an agent. */
    AgentLink(World world, String node, Network network, SchedulerNode scheduler, NodeClock clock) {
        this.world = world;
        this.node = node;
        this.network = network;
        this.scheduler = scheduler;
        this.clock = clock;
        this.known = new SchedulerClock(clock);
    }

    /** The agent has learnt of a grant. */
    void granted(String grant) {
        newest = grant;
    }

    private static final class Lost extends Exception {
        Lost() {
            super("lost", null, false, false);
        }
    }

    /** Registers a job whose store has seen such a token; returns its id. */
    String register(JobRequest request, FencingToken seen)
            throws SchedulerUnreachableException, SchedulerRefusedException {
        return call(PATIENT, market -> {
            String id = market.register(request, seen, Along.nothing()).id();
            world.witness().registered(request.name(), seen);
            return id;
        });
    }

    void withdraw(String job) throws SchedulerUnreachableException, SchedulerRefusedException {
        call(USUAL, market -> market.withdraw(job, "its agent"));
    }

    @Override
    public Optional<SchedulerClock> clock() {
        return Optional.of(known);
    }

    @Override
    public <T> T pass(Optional<Request> request, Work<T> work)
            throws SchedulerUnreachableException, SchedulerRefusedException {
        if (request.isEmpty()) {
            return call(USUAL, work);
        }
        String subject = request.get().subject();
        return switch (request.get().message()) {
            case ACCEPT -> call(USUAL, work);
            case HEARTBEAT -> beat(subject, work);
            case REPORT -> call(PATIENT, written(subject, work), reportedAgain(request.get()));
            default -> call(FEW, work);
        };
    }

    private <T> T beat(String grant, Work<T> work) throws SchedulerUnreachableException, SchedulerRefusedException {
        try {
            return call(FEW, work);
        } catch (SchedulerRefusedException lost) {
            world.witness().toldOfLoss(grant);
            throw lost;
        }
    }

    private Work<?> reportedAgain(Request report) {
        ReportMessage message = report.body(ReportMessage.class).orElseThrow();
        return market -> {
            DoubledReport doubled = world.seams().of(DoubledReport.class, new DoubledReport(report.subject(), newest));
            market.report(doubled.grant(), Messages.end(message));
            return true;
        };
    }

    private <T> Work<T> written(String grant, Work<T> report) {
        return market -> {
            T done = report.at(market);
            requireWritten(grant);
            return done;
        };
    }

    private void requireWritten(String grant) {
        if (!scheduler.rows().value(Table.LEASE, grant).contains("\"end\":{")) {
            world.broken(
                    Invariant.DURABILITY, "the report of %s was taken, and is not in the journal".formatted(grant));
        }
    }

    private <T> T call(int attempts, Work<T> work) throws SchedulerUnreachableException, SchedulerRefusedException {
        return call(attempts, work, work);
    }

    private <T> T call(int attempts, Work<T> work, Work<?> doubled)
            throws SchedulerUnreachableException, SchedulerRefusedException {
        int failures = 0;
        long began = world.time().elapsed();
        while (true) {
            try {
                T answer = attempt(work, doubled);
                clock.thaw();
                return answer;
            } catch (Lost lost) {
                failures++;
                if (failures >= attempts) {
                    throw new SchedulerUnreachableException(
                            ADDRESS, failures, Duration.ofNanos(world.time().elapsed() - began), new IOException(lost));
                }
                world.time().running().pause(Backoff.DEFAULT.before(failures, network.chance()));
                clock.thaw();
            }
        }
    }

    private <T> T attempt(Work<T> work, Work<?> doubled) throws Lost, SchedulerRefusedException {
        if (world.strikes(FaultKind.MESSAGE_DOUBLED, network.chance())) {
            again(doubled);
        }
        Instant sent = clock.now();
        travel(FaultKind.MESSAGE_LOST);
        if (world.strikes(FaultKind.FOREIGN_ANSWER, network.chance())) {
            // The client takes it for none, whatever it says.
            throw new Lost();
        }
        Market market = scheduler.market().orElseThrow(Lost::new);
        Instant shown = scheduler.now();
        try {
            T answer = work.at(market);
            travel(FaultKind.REPLY_LOST);
            known.learn(sent, shown);
            return answer;
        } catch (Refused refused) {
            if (refused.reason() == Refused.Reason.NOT_WRITTEN) {
                throw new Lost();
            }
            travel(FaultKind.REPLY_LOST);
            known.learn(sent, shown);
            throw MarketCalls.refusal(refused);
        }
    }

    private void travel(FaultKind lost) throws Lost {
        Duration delay = network.delay(node);
        if (world.strikes(lost, network.chance()) || network.isCut(node)) {
            world.time().running().pause(TIMEOUT);
            throw new Lost();
        }
        world.time().running().pause(delay);
    }

    /** The same request arrives a second time. No client waits for its answer. */
    private void again(Work<?> work) {
        Duration delay = network.delay(node).plusMillis(network.chance().nextInt(1500));
        world.time()
                .schedule(
                        delay,
                        () -> world.strand(
                                "doubled message",
                                () -> scheduler.market().ifPresent(market -> {
                                    try {
                                        work.at(market);
                                    } catch (Refused nobodyHears) {
                                        // The first request may have been handled.
                                    }
                                })));
    }
}
