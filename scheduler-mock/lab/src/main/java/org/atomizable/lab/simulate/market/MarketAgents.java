package org.atomizable.lab.simulate.market;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.core.agent.SteppedAgent;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.job.JobEnd;
import org.atomizable.scheduler.server.Messages;

/** Passes the market's messages to the agents. An agent handles each of them after the market's call, not within it. */
final class MarketAgents implements Mailbox {

    private final Map<String, SteppedAgent> agents = new HashMap<>();
    private final ScheduleRecorder recorder;

    MarketAgents(ScheduleRecorder recorder) {
        this.recorder = recorder;
    }

    void add(String job, SteppedAgent agent) {
        agents.put(job, agent);
    }

    /** Forgets the agent of a job that is over, as its profile is large. */
    void remove(String job) {
        agents.remove(job);
    }

    @Override
    public void offered(String job, Window window, Instant answersBy) {
        recorder.announced(window);
        agent(job).ifPresent(it -> it.offered(window));
    }

    @Override
    public void granted(String job, Grant grant) {
        agent(job).ifPresent(it -> it.granted(grant));
    }

    @Override
    public void revoked(String job, String grant, LeaseEvent why) {
        agent(job)
                .ifPresent(it -> it.revoked(grant, Messages.revoked(grant, why).why()));
    }

    @Override
    public void ended(String job, JobEnd end) {
        agent(job)
                .ifPresent(it -> it.jobEnded(
                        Messages.ended(end).how(), Messages.ended(end).by()));
    }

    @Override
    public void forgotten(String job) {
        agents.remove(job);
    }

    private Optional<SteppedAgent> agent(String job) {
        return Optional.ofNullable(agents.get(job));
    }
}
