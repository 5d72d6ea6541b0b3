package org.atomizable.testkit.scheduler;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.api.wire.Problem;
import org.atomizable.core.client.SchedulerRefusedException;
import org.atomizable.core.client.SchedulerUnreachableException;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.job.JobEnd;
import org.atomizable.testkit.fault.FaultyJob;
import org.atomizable.testkit.protocol.Request;
import org.atomizable.testkit.schedule.Fault;
import org.jspecify.annotations.Nullable;

/** The network between a test's scheduler and its agents: it loses the messages that a fault names, and all their repetitions. */
final class LossyNetwork implements VirtualMarket.Hop {

    /** The messages of a window that can be lost, in their order. */
    enum Part {
        WINDOW,
        ANSWER,
        GRANT,
        ACCEPTANCE,
        REPORT;

        static Part of(Fault fault) {
            return values()[(int) (fault.at() % values().length)];
        }
    }

    private static final URI SCHEDULER = URI.create("testkit:scheduler");

    private final WindowCalendar windows;
    private final BiConsumer<String, Grant> arrived;
    private final Map<String, Instant> windowOpens = new HashMap<>();
    private final Map<String, Instant> grantStarts = new HashMap<>();

    /**
     * Makes one.
     *
     * @param arrived is told each job's id and grant that are not lost
     */
    LossyNetwork(WindowCalendar windows, BiConsumer<String, Grant> arrived) {
        this.windows = windows;
        this.arrived = arrived;
    }

    private boolean loses(Part part, Optional<Instant> at) {
        return at.filter(it -> windows.loses(it, part)).isPresent();
    }

    @Override
    public Mailbox before(Mailbox agents) {
        return new LossyMailbox(agents);
    }

    @Override
    public MarketCalls.Link before(MarketCalls.Link market) {
        return new MarketCalls.Link() {
            @Override
            public <T> T pass(Optional<Request> request, MarketCalls.Work<T> work)
                    throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
                if (request.isPresent()) {
                    travel(request.get());
                }
                return market.pass(request, work);
            }
        };
    }

    private final class LossyMailbox implements Mailbox {

        private final Mailbox agents;

        LossyMailbox(Mailbox agents) {
            this.agents = agents;
        }

        @Override
        public void offered(String job, Window window, Instant answersBy) {
            windowOpens.put(window.id(), window.opens());
            if (!loses(Part.WINDOW, Optional.of(window.opens()))) {
                agents.offered(job, window, answersBy);
            }
        }

        @Override
        public void granted(String job, Grant grant) {
            grantStarts.put(grant.id(), grant.starts());
            if (!loses(Part.GRANT, Optional.of(grant.starts()))) {
                arrived.accept(job, grant);
                agents.granted(job, grant);
            }
        }

        @Override
        public void revoked(String job, String grant, LeaseEvent why) {
            agents.revoked(job, grant, why);
        }

        @Override
        public void ended(String job, JobEnd end) {
            agents.ended(job, end);
        }

        @Override
        public void forgotten(String job) {
            agents.forgotten(job);
        }
    }

    private void travel(Request request) throws SchedulerUnreachableException, SchedulerRefusedException {
        switch (request.message()) {
            case SIGNAL, BID -> unlessLost(Part.ANSWER, windowOpens.get(request.subject()));
            case ACCEPT -> unlessLost(Part.ACCEPTANCE, grantStarts.get(request.subject()));
            case REPORT -> unlessLate(grantStarts.get(request.subject()));
            default -> {}
        }
    }

    private void unlessLost(Part part, @Nullable Instant at) throws SchedulerUnreachableException {
        if (loses(part, Optional.ofNullable(at))) {
            throw new SchedulerUnreachableException(SCHEDULER, 1, Duration.ZERO, new IOException(FaultyJob.INJECTED));
        }
    }

    /** An agent repeats a report until it comes: one that is lost comes after the end of its lease. */
    private void unlessLate(@Nullable Instant starts) throws SchedulerRefusedException {
        if (loses(Part.REPORT, Optional.ofNullable(starts))) {
            throw new SchedulerRefusedException(new Problem(
                    "urn:atomizable:problem:grant-lost", "grant-lost", MarketCalls.CONFLICT, FaultyJob.INJECTED));
        }
    }
}
