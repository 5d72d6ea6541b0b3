package org.atomizable.core.agent;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.core.client.SchedulerRefusedException;
import org.atomizable.core.client.SchedulerUnreachableException;
import org.atomizable.core.report.Attribution;
import org.atomizable.core.report.Circumstances;
import org.atomizable.core.report.CutOff;
import org.atomizable.core.report.Fault;
import org.atomizable.core.report.Lesson;
import org.atomizable.core.report.Reports;
import org.atomizable.core.report.Seen;
import org.atomizable.core.wire.ToWire;
import org.atomizable.profiler.profile.JobProfile;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of every window of one job. An agent holds one grant at a time, and the next once that is over:
 * offer -&gt; feasible -&gt; variants -&gt; score -&gt; answer, then grant -&gt; materialize -&gt; run -&gt; report.
 */
final class AgentLoop {

    private static final Logger LOG = LoggerFactory.getLogger(AgentLoop.class);
    private static final int BEATS_PER_PATIENCE = 3;
    private static final int MOST_REMEMBERED = 100;

    private final String id;
    private final AgentJob job;
    private final Desk desk;
    private final AgentOptions options;
    private final Places places;
    private Standing standing;
    /** Atoms in which workers were stopped since the job last gained one. */
    private final List<CutOff> cutOffs = new ArrayList<>();

    private @Nullable Holding held;
    private boolean unheard;
    /** Granted for later than what is held, in order. */
    private final Deque<Grant> later = new ArrayDeque<>();
    /** Ids of the newest grants. */
    private final Set<String> heardOf = new LinkedHashSet<>();

    AgentLoop(String id, AgentJob job, Desk desk, AgentOptions options, Places places, Standing standing) {
        this.id = id;
        this.job = job;
        this.desk = desk;
        this.options = options;
        this.places = places;
        this.standing = standing;
    }

    AgentResult negotiate() throws InterruptedException, SchedulerUnreachableException {
        Optional<AgentResult> result = Optional.empty();
        try {
            while (result.isEmpty()) {
                result = react(desk.inbox().take());
            }
        } finally {
            if (held != null) {
                held.lose("");
                held.end();
            }
        }
        return result.get();
    }

    /** Tells whether the job is finished and the scheduler does not know it. */
    boolean finishedUnheard() {
        return unheard;
    }

    private Optional<AgentResult> react(AgentEvent event) throws InterruptedException, SchedulerUnreachableException {
        if (event instanceof AgentEvent.Offered it) {
            return offered(it.window());
        } else if (event instanceof AgentEvent.Granted it) {
            granted(it.grant());
        } else if (event instanceof AgentEvent.WorkerReady it) {
            ready(it.holding());
        } else if (event instanceof AgentEvent.HeartbeatDue it) {
            beat(it.holding());
        } else if (event instanceof AgentEvent.Revoked it) {
            revoked(it.grant(), it.why());
        } else if (event instanceof AgentEvent.Ended it) {
            return ended(it);
        } else if (event instanceof AgentEvent.WorkerFailed it) {
            return workerFailed(it.holding(), it.why());
        } else if (event instanceof AgentEvent.Lost it) {
            return Optional.of(cut(it.why()));
        }
        return Optional.empty();
    }

    private Optional<AgentResult> offered(Window window) throws InterruptedException, SchedulerUnreachableException {
        Answer answer = held != null
                ? new Answer.Silence("already runs")
                : standing.answer(window, desk.time().now(), job.launcher().isWarm(window.slice()), options);
        try {
            say(window, answer);
        } catch (SchedulerRefusedException e) {
            LOG.debug("answer to window {} came too late", window.id(), e);
        }
        desk.observer().answered(window, answer);
        if (held == null) {
            standing = standing.answered(window, answer, options);
        }
        int unfit = standing.progress().unfit();
        return unfit < options.mostUnfitWindows()
                ? Optional.empty()
                : Optional.of(new AgentResult.FitsNowhere(
                        "nothing fitted any of the last %d windows; the last one because: %s"
                                .formatted(unfit, answer.match(Answer.Silence::because, signal -> "", bid -> "")),
                        standing.progress().nextAtom()));
    }

    private void say(Window window, Answer answer)
            throws InterruptedException, SchedulerUnreachableException, SchedulerRefusedException {
        // While it runs, what it will need next is not known yet.
        Optional<Bytes> needed = held == null ? Optional.of(standing.needs(window, options)) : Optional.empty();
        if (answer instanceof Answer.Signal signal) {
            desk.scheduler().signal(window.id(), ToWire.signal(id, signal, needed));
        } else if (answer instanceof Answer.Bid bid) {
            desk.scheduler().bid(window.id(), ToWire.bid(id, window, bid, needed));
        } else if (answer instanceof Answer.Silence silence) {
            switch (options.negotiation().mode()) {
                case SJA -> desk.scheduler().signal(window.id(), ToWire.noSignal(id, silence, needed));
                case JASDA -> desk.scheduler().bid(window.id(), ToWire.noBid(id, silence, needed));
            }
        }
    }

    private void granted(Grant grant) throws InterruptedException, SchedulerUnreachableException {
        if (!heardOf.add(grant.id())) {
            // A scheduler that has started anew cannot know what was heard.
            return;
        }
        if (heardOf.size() > MOST_REMEMBERED) {
            heardOf.remove(heardOf.iterator().next());
        }
        if (held == null) {
            hold(grant);
        } else if (grant.starts().isBefore(lastEnd(held))) {
            tell(grant, Reports.handBack(standing.progress().nextAtom(), "already runs"));
        } else {
            later.add(grant);
        }
    }

    private Instant lastEnd(Holding holding) {
        return later.isEmpty() ? holding.grant().ends() : later.getLast().ends();
    }

    private void hold(Grant grant) {
        held = new Holding(grant, standing.progress().nextAtom(), desk.time());
        // To start a worker may take longer than the scheduler's patience.
        scheduleBeat(held);
        desk.deputy().launch(held);
    }

    private void ready(Holding holding) throws InterruptedException, SchedulerUnreachableException {
        Grant grant = holding.grant();
        Worker worker = holding.worker().orElseThrow();
        standing = standing.learning(startUpIn(holding));
        if (holding.lost()) {
            letGo(holding);
            goOn();
            return;
        }
        Optional<Subjob> subjob = standing.materialize(grant, desk.time().now(), worker.isWarm(), options)
                .match(built -> Optional.of(built.subjob()), handBack -> {
                    LOG.debug("grant {} is handed back: {}", grant.id(), handBack.because());
                    return Optional.empty();
                });
        if (subjob.isEmpty()) {
            tell(grant, Reports.handBack(standing.progress().nextAtom(), "nothing fits what is left of the grant"));
            letGo(holding);
            goOn();
            return;
        }
        try {
            desk.scheduler().accept(grant.id(), ToWire.acceptance(subjob.get()));
        } catch (SchedulerRefusedException e) {
            LOG.warn("grant {} could not be accepted: {}", grant.id(), e.getMessage());
            tell(grant, Reports.handBack(standing.progress().nextAtom(), "its acceptance was refused"));
            letGo(holding);
            goOn();
            return;
        }
        standing = standing.runningOn(grant.slice());
        desk.observer().begins(subjob.get());
        holding.begins(subjob.get(), desk.time());
        desk.deputy().run(holding, worker, subjob.get());
    }

    private JobProfile startUpIn(Holding holding) {
        SliceKind kind = holding.grant().slice().kind();
        return standing.profile()
                .with(holding.startUp().map(it -> new Sample(kind, Phase.START_UP, it, Bytes.ZERO)).stream()
                        .toList());
    }

    private void scheduleBeat(Holding holding) {
        holding.beat(desk.time()
                .schedule(
                        holding.grant().patience().dividedBy(BEATS_PER_PATIENCE),
                        () -> desk.inbox().put(new AgentEvent.HeartbeatDue(holding))));
    }

    private void beat(Holding holding) throws InterruptedException, SchedulerUnreachableException {
        if (holding != held || holding.lost()) {
            return;
        }
        try {
            desk.scheduler()
                    .heartbeat(
                            holding.grant().id(),
                            new HeartbeatMessage(
                                    holding.nextAtom(), holding.takeMemory().count()));
            scheduleBeat(holding);
        } catch (SchedulerRefusedException e) {
            LOG.warn("grant {} is lost: {}", holding.grant().id(), e.getMessage());
            holding.lose("");
        }
    }

    private void revoked(String grant, String why) {
        if (held != null && held.grant().id().equals(grant)) {
            LOG.warn("grant {} was revoked: {}", grant, why);
            held.lose(why);
        }
        later.removeIf(it -> it.id().equals(grant));
    }

    private Optional<AgentResult> ended(AgentEvent.Ended it)
            throws InterruptedException, SchedulerUnreachableException {
        Holding holding = it.holding();
        if (holding.lost()) {
            Circumstances known = stopped(
                    holding,
                    FailureKind.OVERRUN,
                    holding.seen().reported(it.report().samples()));
            letGo(holding);
            return reachedAndGoOn(overrun(), known);
        }
        standing = standing.learning(
                Lesson.of(standing.spec(), standing.profile(), it.subjob(), it.report(), options.promise()));
        desk.observer().ended(it.subjob(), it.report(), standing.profile());
        tell(holding.grant(), Reports.of(it.report()));
        letGo(holding);
        return reachedAndGoOn(it.report().outcome(), Circumstances.UNKNOWN);
    }

    private Optional<AgentResult> workerFailed(Holding holding, AtomizableException why)
            throws InterruptedException, SchedulerUnreachableException {
        LOG.warn("the worker on slice {} failed: {}", holding.grant().slice().id(), why.getMessage());
        FailureKind kind = why instanceof WorkerException failure ? failure.kind() : FailureKind.WORKER_LOST;
        Circumstances known = stopped(holding, kind, holding.seen());
        Outcome outcome = holding.lost()
                ? overrun()
                : new Outcome.Failed(standing.progress().nextAtom(), kind, String.valueOf(why.getMessage()));
        if (!holding.lost()) {
            tell(holding.grant(), Reports.lost(kind, standing.progress().nextAtom(), String.valueOf(why.getMessage())));
        }
        letGo(holding);
        return reachedAndGoOn(outcome, known);
    }

    /** Learns what was seen of a subjob whose worker was stopped or lost; returns what is known of how that came. */
    private Circumstances stopped(Holding holding, FailureKind how, Seen seen) {
        boolean timeWasUp = holding.lost() && holding.timeWasUp();
        Slice slice = holding.grant().slice();
        if (timeWasUp) {
            standing.cutOff(seen, slice, options).ifPresent(cutOffs::add);
        }
        standing = standing.learning(
                timeWasUp
                        ? Lesson.ofOverrun(
                                standing.profile(),
                                seen,
                                holding.subjob().map(Subjob::atoms).orElse(0L),
                                options.promise())
                        : Lesson.ofLost(standing.profile(), seen));
        Circumstances known = new Circumstances(holding.lostBecause(), OptionalInt.empty(), cutOffs);
        FailureKind kind = holding.lost() ? FailureKind.OVERRUN : how;
        holding.subjob()
                .ifPresent(subjob -> desk.observer()
                        .lost(
                                subjob,
                                Attribution.of(kind, known),
                                timeWasUp ? seen.all() : seen.ended(),
                                standing.profile()));
        return known;
    }

    /** What a worker had committed before it was stopped counts; its own report does not. */
    private Outcome overrun() {
        try {
            long next = job.store().latest().map(Checkpoint::nextAtom).orElse(0L);
            return new Outcome.Failed(next, FailureKind.OVERRUN, "the grant was taken back before its subjob ended");
        } catch (CheckpointException e) {
            return new Outcome.Failed(
                    standing.progress().nextAtom(), FailureKind.CHECKPOINT, String.valueOf(e.getMessage()));
        }
    }

    private Optional<AgentResult> reachedAndGoOn(Outcome outcome, Circumstances known) {
        Optional<AgentResult> result = reached(outcome, known);
        if (result.isEmpty()) {
            goOn();
        }
        return result;
    }

    private Optional<AgentResult> reached(Outcome outcome, Circumstances known) {
        if (outcome.nextAtom() > standing.progress().nextAtom()) {
            cutOffs.clear();
        }
        standing = standing.at(standing.progress().after(outcome, fault(outcome, known)))
                .waitingFrom(desk.time().now());
        Optional<AgentResult> verdict = standing.progress()
                .verdict(outcome, standing.spec().atomsLeft(standing.progress().nextAtom()), options);
        unheard = verdict.isPresent()
                && verdict.get() instanceof AgentResult.Finished
                && !(outcome instanceof Outcome.Finished);
        return verdict.or(() -> standing.fitsNowhere(places.forEver(), options)
                .map(why -> new AgentResult.FitsNowhere(why, standing.progress().nextAtom())));
    }

    private static Fault fault(Outcome outcome, Circumstances known) {
        if (outcome instanceof Outcome.Failed failed) {
            Attribution attribution = Attribution.of(failed.kind(), known);
            LOG.info(
                    "the subjob failed ({}); at fault: {}, as {}",
                    failed.kind(),
                    attribution.fault(),
                    attribution.evidence());
            return attribution.fault();
        }
        return Fault.NODE;
    }

    private void letGo(Holding holding) {
        holding.end();
        held = null;
    }

    private void goOn() {
        Grant next = later.poll();
        if (next != null) {
            hold(next);
        }
    }

    private void tell(Grant grant, ReportMessage message) throws InterruptedException, SchedulerUnreachableException {
        try {
            desk.scheduler().report(grant.id(), message);
        } catch (SchedulerRefusedException e) {
            LOG.warn("the report of grant {} was refused: {}", grant.id(), e.getMessage());
        }
    }

    private AgentResult cut(AtomizableException why) {
        return new AgentResult.Cut(
                String.valueOf(why.getMessage()), standing.progress().nextAtom());
    }
}
