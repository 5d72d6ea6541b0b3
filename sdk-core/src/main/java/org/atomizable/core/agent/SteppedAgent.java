package org.atomizable.core.agent;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.core.client.EventListener;
import org.atomizable.core.client.SchedulerUnreachableException;
import org.atomizable.profiler.profile.JobProfile;

/**
 * An agent without threads, for simulations: it handles each event of a registered job when the time source runs its
 * actions. Its decisions are those of {@link Agent}, because both drive the same loop. Without a host it never asks the scheduler
 * whether an event was lost. For one thread.
 */
public final class SteppedAgent {

    private final Inbox inbox;
    private final Consumer<Runnable> turns;
    private final Runnable before;
    private final Runnable after;
    private final AgentLoop loop;
    private Optional<AgentResult> result = Optional.empty();
    private Consumer<AgentResult> whenOver = result -> {};

    /**
     * Where an agent without threads lives.
     *
     * @param time its clock; what is scheduled there may happen while an event is handled
     * @param turns runs the handling of one event after the other, in order
     * @param workers starts and stops its workers, which tell it what they do
     */
    public record Host(TimeSource time, Consumer<Runnable> turns, Function<Workers.Events, Workers> workers) {}

    /**
     * Makes the agent of a job that is registered.
     *
     * @param job its launcher's workers tell in their reports how much time has passed
     */
    public SteppedAgent(
            Registration registered, AgentJob job, AgentOptions options, AgentObserver observer, TimeSource time) {
        this.inbox = new Inbox(registered.scheduler().clock(), this::arrived);
        SteppedWorkers workers = new SteppedWorkers(job.launcher(), time, inbox);
        this.turns = turn -> time.schedule(Duration.ZERO, turn);
        // Each event finds the grant as a worker's messages would have left it.
        this.before = workers::showProgress;
        this.after = workers::stopLost;
        this.loop = new AgentLoop(
                registered,
                job,
                new AgentLoop.Context(workers, inbox, observer, time),
                options,
                knowledge(job, 0, time));
    }

    /**
     * Makes the agent of a job that is registered, whose workers and turns are its host's. It asks after lost events as an agent does.
     *
     * @param nextAtom the first atom that is not in the job's store
     */
    public SteppedAgent(Registration registered, AgentJob job, long nextAtom, AgentOptions options, Host host) {
        this.inbox = new Inbox(registered.scheduler().clock(), this::arrived);
        this.turns = host.turns();
        this.before = () -> {};
        this.after = () -> {};
        this.loop = new AgentLoop(
                registered,
                job,
                new AgentLoop.Context(host.workers().apply(events()), inbox, AgentObserver.NONE, host.time()),
                options,
                knowledge(job, nextAtom, host.time()));
        inbox.remind(host.time(), AgentLoop.REMINDED_EVERY);
    }

    private static JobKnowledge knowledge(AgentJob job, long nextAtom, TimeSource time) {
        return JobKnowledge.of(job.spec(), JobProfile.of(job.spec()), nextAtom, time.now());
    }

    private Workers.Events events() {
        return new Workers.Events() {
            @Override
            public void ready(HeldGrant held) {
                inbox.put(new AgentEvent.WorkerReady(held));
            }

            @Override
            public void ended(HeldGrant held, Subjob subjob, Report report) {
                inbox.put(new AgentEvent.Ended(held, subjob, report));
            }

            @Override
            public void failed(HeldGrant held, WorkerException why) {
                inbox.put(new AgentEvent.WorkerFailed(held, why));
            }
        };
    }

    /** Returns what takes the scheduler's events as they come over the wire. */
    public EventListener listener() {
        return inbox;
    }

    /** Returns what is known of the job's memory and times. */
    public JobProfile profile() {
        return loop.knowledge().profile();
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
    public void jobEnded(String how, String by) {
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
        turns.accept(this::handleNext);
    }

    private void handleNext() {
        if (result.isPresent()) {
            return;
        }
        try {
            AgentEvent event = inbox.take();
            before.run();
            result = event.handledBy(loop);
            after.run();
        } catch (SchedulerUnreachableException e) {
            result = Optional.of(new AgentResult.Cut(String.valueOf(e.getMessage()), nextAtom()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (result.isPresent()) {
            inbox.close();
            loop.abandon();
            whenOver.accept(result.get());
        }
    }
}
