package org.atomizable.core.agent;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.Window;
import org.atomizable.core.agent.grant.ReplayTime;
import org.atomizable.core.client.SchedulerCalls;
import org.atomizable.core.client.SchedulerUnreachableException;
import org.atomizable.core.feasible.Patience;
import org.atomizable.profiler.profile.JobProfile;

/**
 * An agent without threads, for simulations: it handles each event of a registered job when the time source runs its
 * actions. Its decisions are those of {@link Agent}, because both drive the same loop. It never asks the scheduler whether an event
 * was lost. For one thread.
 */
public final class SteppedAgent {

    private final ReplayTime time;
    private final Inbox inbox = new Inbox(this::arrived);
    private final SteppedWorkers workers;
    private final AgentLoop loop;
    private Optional<AgentResult> result = Optional.empty();
    private Consumer<AgentResult> whenOver = result -> {};

    /**
     * Makes the agent of a job that is registered.
     *
     * @param id the job's id at the scheduler
     * @param job its launcher's workers tell in their reports how much time has passed
     * @param profile what is known of the job
     * @param slices every slice of the cluster
     * @param longestWindow the maximum length of a window
     */
    public SteppedAgent(
            String id,
            AgentJob job,
            JobProfile profile,
            SchedulerCalls scheduler,
            AgentOptions options,
            AgentObserver observer,
            TimeSource time,
            List<Slice> slices,
            Duration longestWindow) {
        this.time = new ReplayTime(time);
        this.workers = new SteppedWorkers(job.launcher(), this.time, inbox);
        this.loop = new AgentLoop(
                id,
                job,
                new AgentContext(scheduler, workers, inbox, observer, this.time),
                options,
                new Places(slices, longestWindow),
                new JobKnowledge(
                        job.spec(), profile, Progress.startingAt(0), Patience.FRESH, time.now(), Optional.empty()));
    }

    /** A window is offered. */
    public void offered(Window window) {
        inbox.put(new AgentEvent.Offered(window));
    }

    /** A grant is issued. */
    public void granted(Grant grant) {
        inbox.put(new AgentEvent.Granted(grant));
    }

    /** A grant is no more. */
    public void revoked(String grant, String why) {
        inbox.put(new AgentEvent.Revoked(grant, why));
    }

    /** The scheduler has ended the job. */
    public void over(String how, String by) {
        inbox.put(new AgentEvent.Over(how, by));
    }

    /** Has its end told: the job is finished, or the agent has given up. */
    public void whenOver(Consumer<AgentResult> listener) {
        whenOver = listener;
    }

    /** Returns the first atom that is not done and committed, as far as the agent knows. */
    public long nextAtom() {
        return loop.knowledge().progress().nextAtom();
    }

    private void arrived() {
        time.schedule(Duration.ZERO, this::handleNext);
    }

    private void handleNext() {
        if (result.isPresent()) {
            return;
        }
        try {
            AgentEvent event = inbox.take();
            // Each event finds the grant as a worker's messages would have left it.
            workers.showProgress();
            result = event.handledBy(loop);
            workers.stopLost();
            if (result.isPresent()) {
                loop.abandon();
                whenOver.accept(result.get());
            }
        } catch (SchedulerUnreachableException e) {
            throw new IllegalStateException("a scheduler that is simulated is always reachable", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
