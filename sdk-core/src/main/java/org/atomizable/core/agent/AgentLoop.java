package org.atomizable.core.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.core.answer.Answers;
import org.atomizable.core.client.SchedulerRefusedException;
import org.atomizable.core.client.SchedulerUnreachableException;
import org.atomizable.core.materialize.Materialized;
import org.atomizable.core.report.Attribution;
import org.atomizable.core.report.Circumstances;
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
    private static final Duration REMINDED_EVERY = Duration.ofSeconds(10);

    private final AgentJob job;
    private final Desk desk;
    private final AgentOptions options;
    private final Places places;
    private Standing standing;
    private @Nullable Holding held;
    private boolean unheard;
    private boolean unknown;
    private final Waiting waiting;
    private final SilenceCheck silence;
    private final Speech speech;
    private final GrantTimers timers;
    private Instant restsUntil = Instant.MIN;
    private final Grants grants = new Grants();

    AgentLoop(String id, AgentJob job, Desk desk, AgentOptions options, Places places, Standing standing) {
        this.job = job;
        this.desk = desk;
        this.options = options;
        this.places = places;
        this.standing = standing;
        this.timers = new GrantTimers(desk);
        this.speech = new Speech(id, desk.scheduler(), options.negotiation().mode());
        this.waiting = new Waiting(desk.time().now());
        this.silence = new SilenceCheck(desk.scheduler(), id, desk.time().now());
    }

    AgentResult negotiate() throws InterruptedException, SchedulerUnreachableException {
        Optional<AgentResult> result = Optional.empty();
        desk.inbox().remind(desk.time(), REMINDED_EVERY);
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

    /** Tells whether the scheduler knows nothing of the job, so that it may be registered again. */
    boolean isUnknown() {
        return unknown;
    }

    Standing standing() {
        return standing;
    }

    /** Tells whether the job is finished and the scheduler does not know it. */
    boolean finishedUnheard() {
        return unheard;
    }

    private Optional<AgentResult> react(AgentEvent event) throws InterruptedException, SchedulerUnreachableException {
        if (event instanceof AgentEvent.Offered it) {
            silence.heard(desk.time().now());
            return offered(it.window());
        } else if (event instanceof AgentEvent.Granted it) {
            silence.heard(desk.time().now());
            granted(it.grant());
        } else if (event instanceof AgentEvent.WorkerReady it) {
            ready(it.holding());
        } else if (event instanceof AgentEvent.HeartbeatDue it) {
            beat(it.holding());
        } else if (event instanceof AgentEvent.NearlyOver it) {
            nearlyOver(it.holding());
        } else if (event instanceof AgentEvent.Revoked it) {
            revoked(it.grant(), it.why());
        } else if (event instanceof AgentEvent.Ended it) {
            return ended(it);
        } else if (event instanceof AgentEvent.WorkerFailed it) {
            return workerFailed(it.holding(), it.why());
        } else if (event instanceof AgentEvent.Over it) {
            return Optional.of(withdrawn(it.how(), it.by()));
        } else if (event instanceof AgentEvent.Reminder) {
            return reminded();
        } else if (event instanceof AgentEvent.Lost it) {
            return Optional.of(lost(it.why()));
        }
        return Optional.empty();
    }

    private Optional<AgentResult> reminded() throws InterruptedException {
        if (held == null) {
            waiting.due(desk.time().now()).ifPresent(desk.observer()::waits);
        }
        try {
            return silence.ended(desk.time().now()).map(how -> withdrawn(how, ""));
        } catch (SchedulerRefusedException e) {
            return Optional.of(lost(e));
        }
    }

    private Optional<AgentResult> offered(Window window) throws InterruptedException {
        Instant now = desk.time().now();
        boolean freely = held == null && !now.isBefore(restsUntil);
        Answer answer = freely
                ? standing.answer(window, now, job.launcher().isWarm(window.slice()), options)
                : new Answer.Silence(
                        held == null ? "rests after a failure that was not its own" : Answers.ALREADY_RUNS);
        try {
            // While it runs, what it will need next is not known yet; while it rests, longer windows would not help.
            speech.answer(window, answer, freely ? Optional.of(standing.needs(window, options)) : Optional.empty());
        } catch (SchedulerRefusedException | SchedulerUnreachableException e) {
            LOG.debug("answer to window {} came too late", window.id(), e);
        }
        desk.observer().answered(window, answer);
        if (freely) {
            waiting.answered(window, answer, standing.oneAtom(window, options), now);
            standing = standing.answered(window, answer, options);
        }
        return waiting.inVainFor(options.longestInVain())
                .map(why -> new AgentResult.FitsNowhere(why, standing.progress().nextAtom()));
    }

    private void granted(Grant grant) throws InterruptedException, SchedulerUnreachableException {
        if (!grants.isNew(grant)) {
            return;
        }
        if (held == null) {
            hold(grant);
        } else if (grants.overlaps(grant, held.grant())) {
            speech.report(grant, Reports.handBack(standing.progress().nextAtom(), Answers.ALREADY_RUNS));
        } else {
            grants.keep(grant);
        }
    }

    private void hold(Grant grant) {
        held = new Holding(grant, standing.progress().nextAtom(), desk.time());
        timers.holds(held);
        desk.deputy().launch(held);
    }

    /** A worker that is not ready by then would overrun the grant without having done anything. */
    private void nearlyOver(Holding holding) throws InterruptedException, SchedulerUnreachableException {
        if (holding == held && holding.giveBack()) {
            timers.handedBack(holding);
            speech.report(
                    holding.grant(),
                    Reports.handBack(standing.progress().nextAtom(), "its worker was not ready in time"));
        }
    }

    private void ready(Holding holding) throws InterruptedException, SchedulerUnreachableException {
        Grant grant = holding.grant();
        Worker worker = holding.worker().orElseThrow();
        standing = standing.learning(startUpIn(holding));
        if (holding.lost() || holding.givenBack()) {
            letGo(holding);
            goOn();
            return;
        }
        Materialized made = standing.materialize(grant, desk.time().now(), worker.isWarm(), options);
        Optional<Subjob> subjob = made.match(built -> Optional.of(built.subjob()), handBack -> Optional.empty());
        if (subjob.isEmpty()) {
            handBack(holding, made.match(built -> "", Materialized.HandBack::because));
            return;
        }
        try {
            desk.scheduler()
                    .accept(
                            grant.id(),
                            ToWire.acceptance(
                                    subjob.get(), standing.timeMethod(subjob.get(), worker.isWarm(), options)));
        } catch (SchedulerRefusedException | SchedulerUnreachableException e) {
            LOG.warn("grant {} could not be accepted: {}", grant.id(), e.getMessage());
            handBack(holding, "its acceptance was refused, or not answered");
            return;
        }
        if (holding.lost()) {
            // The scheduler was away until the grant was over.
            handBack(holding, "it was over before its acceptance was answered");
            return;
        }
        waiting.beginAnew(desk.time().now());
        standing = standing.runningOn(grant.slice());
        desk.observer().begins(subjob.get());
        holding.begins(subjob.get(), desk.time());
        timers.runs(holding, subjob.get());
        desk.deputy().run(holding, worker, subjob.get());
    }

    private void handBack(Holding holding, String because) throws InterruptedException, SchedulerUnreachableException {
        LOG.debug("grant {} is handed back: {}", holding.grant().id(), because);
        speech.report(holding.grant(), Reports.handBack(standing.progress().nextAtom(), because));
        letGo(holding);
        goOn();
    }

    private JobProfile startUpIn(Holding holding) {
        SliceKind kind = holding.grant().slice().kind();
        return standing.profile()
                .with(holding.startUp().map(it -> new Sample(kind, Phase.START_UP, it, Bytes.ZERO)).stream()
                        .toList());
    }

    private void beat(Holding holding) throws InterruptedException {
        if (holding != held || holding.lost() || holding.givenBack()) {
            return;
        }
        try {
            desk.scheduler()
                    .heartbeat(
                            holding.grant().id(),
                            new HeartbeatMessage(
                                    holding.nextAtom(), holding.takeMemory().count()));
            timers.beats(holding);
        } catch (SchedulerUnreachableException e) {
            // The grant holds until its end, whether the scheduler is there or not.
            timers.beats(holding);
        } catch (SchedulerRefusedException e) {
            LOG.warn("grant {} is lost: {}", holding.grant().id(), e.getMessage());
            boolean over = !desk.time().now().isBefore(holding.grant().ends());
            holding.lose(over ? "overrun" : "silent");
        }
    }

    private void revoked(String grant, String why) {
        if (held != null && held.grant().id().equals(grant)) {
            LOG.warn("grant {} was revoked: {}", grant, why);
            held.lose(why);
        }
        grants.drop(grant);
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
            return reachedAndGoOn(holding, overrun(holding), known, false);
        }
        standing = standing.learning(
                Lesson.of(standing.spec(), standing.profile(), it.subjob(), it.report(), options.promise()));
        desk.observer().ended(it.subjob(), it.report(), standing.profile());
        boolean heard = !holding.givenBack() && speech.report(holding.grant(), Reports.of(it.report()));
        letGo(holding);
        return reachedAndGoOn(holding, it.report().outcome(), Circumstances.UNKNOWN, heard);
    }

    private Optional<AgentResult> workerFailed(Holding holding, AtomizableException why)
            throws InterruptedException, SchedulerUnreachableException {
        LOG.warn("the worker on slice {} failed: {}", holding.grant().slice().id(), why.getMessage());
        FailureKind kind = why instanceof WorkerException failure ? failure.kind() : FailureKind.WORKER_LOST;
        Circumstances known = stopped(holding, kind, holding.seen());
        Outcome outcome = holding.lost()
                ? overrun(holding)
                : new Outcome.Failed(standing.progress().nextAtom(), kind, String.valueOf(why.getMessage()));
        boolean heard = !holding.lost()
                && !holding.givenBack()
                && speech.report(
                        holding.grant(),
                        Reports.lost(kind, standing.progress().nextAtom(), String.valueOf(why.getMessage())));
        letGo(holding);
        return reachedAndGoOn(holding, outcome, known, heard);
    }

    private Circumstances stopped(Holding holding, FailureKind how, Seen seen) {
        Stopped stopped = Stopped.of(standing, holding, how, seen, options);
        standing = stopped.standing();
        holding.subjob().ifPresent(subjob -> stopped.tell(desk.observer(), subjob));
        return stopped.known();
    }

    private Outcome overrun(Holding holding) {
        return Blame.overrun(holding, job.store(), standing.progress().nextAtom());
    }

    private Optional<AgentResult> reachedAndGoOn(Holding holding, Outcome outcome, Circumstances known, boolean heard) {
        Optional<AgentResult> result = reached(holding, outcome, known, heard);
        if (result.isEmpty()) {
            goOn();
        }
        return result;
    }

    private Optional<AgentResult> reached(Holding holding, Outcome outcome, Circumstances known, boolean heard) {
        Instant now = desk.time().now();
        if (outcome.nextAtom() > standing.progress().nextAtom()) {
            waiting.gained();
        }
        Attribution by = outcome instanceof Outcome.Failed failed
                ? Blame.of(failed, known, holding.grant(), places)
                : Blame.NOBODY;
        standing = standing.at(standing.progress().after(outcome, by)).waitingFrom(now);
        waiting.beginAnew(now);
        if (outcome instanceof Outcome.Failed failed) {
            rest(failed, by, now);
        }
        Optional<AgentResult> verdict = standing.progress().verdict(outcome, by, standing.atomsLeft(), options);
        unheard = verdict.isPresent()
                && verdict.get() instanceof AgentResult.Finished
                && !(heard && outcome instanceof Outcome.Finished);
        return verdict.or(() -> standing.fitsNowhere(places.forEver(), options)
                .map(why -> new AgentResult.FitsNowhere(why, standing.progress().nextAtom())));
    }

    private void rest(Outcome.Failed failed, Attribution by, Instant now) {
        Duration rest = standing.progress().setbacks().rest();
        restsUntil = now.plus(rest);
        if (!rest.isZero()) {
            waiting.rests(by.evidence());
        }
        LOG.info("the subjob failed ({}); at fault: {}, as {}", failed.kind(), by.fault(), by.evidence());
        desk.observer().failed(failed, by, rest);
    }

    private void letGo(Holding holding) {
        holding.end();
        held = null;
    }

    private void goOn() {
        grants.next().ifPresent(this::hold);
    }

    private AgentResult lost(AtomizableException why) {
        if (why instanceof SchedulerRefusedException refused && refused.isForgottenJob()) {
            return withdrawn("forgotten", "");
        }
        unknown = why instanceof SchedulerRefusedException refused && refused.isUnknownJob();
        return new AgentResult.Cut(
                String.valueOf(why.getMessage()), standing.progress().nextAtom());
    }

    private AgentResult withdrawn(String how, String by) {
        return new AgentResult.Withdrawn(how, by, standing.progress().nextAtom());
    }
}
