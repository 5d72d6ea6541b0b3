package org.atomizable.core.agent;

import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.ClusterView;
import org.atomizable.api.wire.JobView;
import org.atomizable.core.client.JobScheduler;
import org.atomizable.core.client.SchedulerRefusedException;
import org.atomizable.core.client.SchedulerUnreachableException;
import org.atomizable.core.wire.FromWire;
import org.atomizable.core.wire.ToWire;
import org.atomizable.profiler.profile.JobProfile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Negotiates one job from its first window to its end. It registers the job, and then runs the event loop. It holds no GPU, and
 * runs nothing outside of grants: what it does not know of the job's times it measures in its first subjob. {@link #run} uses the caller's thread.
 */
public final class Agent {

    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);

    private final AgentJob job;
    private final AgentOptions options;
    private final AgentObserver observer;
    private final TimeSource time;
    private Optional<JobProfile> profile = Optional.empty();

    /** Makes an agent that has not begun. */
    public Agent(AgentJob job, AgentOptions options, AgentObserver observer, TimeSource time) {
        this.job = job;
        this.options = options;
        this.observer = observer;
        this.time = time;
    }

    /**
     * Works until the job is finished or cannot go on.
     *
     * @param scheduler whom to negotiate with; stays open
     * @throws InterruptedException if the thread is interrupted; the running worker is killed, and the job can be run again
     */
    public AgentResult run(JobScheduler scheduler) throws InterruptedException {
        long nextAtom = 0;
        try {
            nextAtom = job.store().latest().map(Checkpoint::nextAtom).orElse(0L);
            if (job.spec().atomsLeft(nextAtom) == 0) {
                return new AgentResult.Finished(nextAtom);
            }
            ClusterView cluster = scheduler.cluster();
            JobProfile known = profile.orElseGet(() -> JobProfile.of(job.spec()));
            return negotiate(scheduler, JobKnowledge.of(job.spec(), known, nextAtom, time.now()), cluster);
        } catch (CheckpointException e) {
            return new AgentResult.Failed(FailureKind.CHECKPOINT, String.valueOf(e.getMessage()), nextAtom);
        } catch (SchedulerRefusedException | SchedulerUnreachableException e) {
            return new AgentResult.Cut(String.valueOf(e.getMessage()), nextAtom);
        }
    }

    private AgentResult negotiate(JobScheduler scheduler, JobKnowledge known, ClusterView cluster)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException, CheckpointException {
        Places places = new Places(
                Stream.concat(cluster.slices().stream(), cluster.possible().stream())
                        .map(FromWire::slice)
                        .toList(),
                FromWire.seconds(cluster.longestWindowSeconds()));
        JobKnowledge knowledge = known;
        Optional<String> nowhere = knowledge.fitsNowhere(places, options);
        if (nowhere.isPresent()) {
            // Another day the machine may have been slow.
            knowledge = known.learning(known.profile().withNewestTimes(1));
            nowhere = knowledge.fitsNowhere(places, options);
        }
        if (nowhere.isPresent()) {
            return new AgentResult.FitsNowhere(
                    nowhere.get(), knowledge.progress().nextAtom());
        }
        Optional<AgentResult> result = Optional.empty();
        while (result.isEmpty()) {
            JobView view = scheduler.register(
                    ToWire.registration(
                            job.spec(),
                            options.negotiation().mode().word(),
                            options.negotiation().tenant(),
                            knowledge.progress().nextAtom(),
                            job.store().newestToken()),
                    UUID.randomUUID().toString());
            Inbox inbox = new Inbox(scheduler.clock());
            JobScheduler.Listening events = scheduler.events(view.id(), inbox);
            try (WorkerThread workers = new WorkerThread(job.spec().name(), job.launcher(), time, inbox, observer)) {
                AgentLoop loop = new AgentLoop(
                        new Registration(view.id(), scheduler, places),
                        job,
                        new AgentLoop.Context(workers, inbox, observer, time),
                        options,
                        knowledge);
                AgentResult ended = loop.negotiate();
                knowledge = loop.knowledge();
                result = loop.isUnknown()
                        ? replacement(scheduler, view, knowledge)
                        : Optional.of(withdrawUnlessEnded(scheduler, view, ended, loop.finishedUnheard()));
            } finally {
                inbox.close();
                events.close();
            }
            if (result.isEmpty()) {
                // Only committed atoms count. The last report of a worker may go beyond them.
                long next = job.store().latest().map(Checkpoint::nextAtom).orElse(0L);
                knowledge = knowledge.at(Progress.startingAt(next));
                if (job.spec().atomsLeft(next) == 0) {
                    return new AgentResult.Finished(next);
                }
                observer.registeredAgain();
            }
        }
        return result.get();
    }

    /** Returns what has taken the place of a job that is to be registered again; empty if nothing has. */
    private static Optional<AgentResult> replacement(JobScheduler scheduler, JobView old, JobKnowledge knowledge)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        return scheduler.jobs().stream()
                .filter(it -> !it.id().equals(old.id()))
                .filter(it -> it.name().equals(old.name()) && it.tenant().equals(old.tenant()))
                .filter(it -> it.state().equals("waiting") || it.state().equals("running"))
                .findFirst()
                .map(it -> new AgentResult.Withdrawn(
                        "replaced", it.id(), knowledge.progress().nextAtom()));
    }

    private AgentResult withdrawUnlessEnded(JobScheduler scheduler, JobView view, AgentResult result, boolean unheard)
            throws InterruptedException {
        boolean known = result instanceof AgentResult.Withdrawn || (result instanceof AgentResult.Finished && !unheard);
        if (!known) {
            withdraw(scheduler, view.id());
        }
        return result;
    }

    /** Lets it begin with what is known already. */
    public void knowing(JobProfile known) {
        profile = Optional.of(known);
    }

    private void withdraw(JobScheduler scheduler, String id) throws InterruptedException {
        try {
            scheduler.withdraw(id);
        } catch (SchedulerRefusedException | SchedulerUnreachableException e) {
            LOG.debug("the scheduler was not told that {} is given up", id, e);
        }
    }
}
