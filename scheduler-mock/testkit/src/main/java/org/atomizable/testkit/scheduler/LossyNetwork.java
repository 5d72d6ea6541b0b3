package org.atomizable.testkit.scheduler;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.Problem;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.core.client.SchedulerCalls;
import org.atomizable.core.client.SchedulerRefusedException;
import org.atomizable.core.client.SchedulerUnreachableException;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.job.JobEnd;
import org.atomizable.testkit.fault.FaultyJob;
import org.atomizable.testkit.schedule.Fault;
import org.jspecify.annotations.Nullable;

/** The network between a test's scheduler and its agents: it loses the messages that a fault names, and all their repetitions. */
final class LossyNetwork {

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
    private final Map<String, Instant> windowOpens = new HashMap<>();
    private final Map<String, Instant> grantStarts = new HashMap<>();

    LossyNetwork(WindowCalendar windows) {
        this.windows = windows;
    }

    /** Returns when the slices are free, and what goes wrong then. */
    WindowCalendar windows() {
        return windows;
    }

    private boolean loses(Part part, Optional<Instant> at) {
        return at.filter(it -> windows.loses(it, part)).isPresent();
    }

    /** Returns what the market tells its messages, so that they come to a mailbox. */
    Mailbox before(Mailbox agents) {
        return new LossyMailbox(agents);
    }

    /** Returns what an agent calls, so that its calls come to the market. */
    SchedulerCalls before(SchedulerCalls market) {
        return new LossyCalls(market);
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

    private final class LossyCalls implements SchedulerCalls {

        private final SchedulerCalls market;

        LossyCalls(SchedulerCalls market) {
            this.market = market;
        }

        @Override
        public void signal(String window, SignalMessage signal)
                throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
            unlessLost(Part.ANSWER, windowOpens.get(window));
            market.signal(window, signal);
        }

        @Override
        public void bid(String window, BidMessage bid)
                throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
            unlessLost(Part.ANSWER, windowOpens.get(window));
            market.bid(window, bid);
        }

        @Override
        public void accept(String grant, AcceptMessage acceptance)
                throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
            unlessLost(Part.ACCEPTANCE, grantStarts.get(grant));
            market.accept(grant, acceptance);
        }

        private void unlessLost(Part part, @Nullable Instant at) throws SchedulerUnreachableException {
            if (loses(part, Optional.ofNullable(at))) {
                throw new SchedulerUnreachableException(
                        SCHEDULER, 1, Duration.ZERO, new IOException(FaultyJob.INJECTED));
            }
        }

        @Override
        public void heartbeat(String grant, HeartbeatMessage heartbeat)
                throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
            market.heartbeat(grant, heartbeat);
        }

        /** An agent repeats a report until it comes: one that is lost comes after the end of its lease. */
        @Override
        public void report(String grant, ReportMessage report)
                throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
            if (loses(Part.REPORT, Optional.ofNullable(grantStarts.get(grant)))) {
                throw new SchedulerRefusedException(new Problem(
                        "urn:atomizable:problem:grant-lost", "grant-lost", DirectCalls.CONFLICT, FaultyJob.INJECTED));
            }
            market.report(grant, report);
        }

        @Override
        public JobView job(String id)
                throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
            return market.job(id);
        }
    }
}
