package org.atomizable.core.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.core.client.SchedulerRefusedException;
import org.atomizable.core.client.SchedulerUnreachableException;
import org.atomizable.core.plan.Answers;
import org.atomizable.core.report.Attribution;
import org.atomizable.core.report.Circumstances;
import org.atomizable.core.report.ProfileUpdate;
import org.atomizable.core.report.Reports;
import org.atomizable.core.report.Seen;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles every event of one job, from window to report. An agent holds one grant at a time, and takes the next one after that has ended. A
 * window: offer -&gt; feasible -&gt; variants -&gt; score -&gt; answer. A grant: materialize -&gt; run -&gt; report.
 */
final class AgentLoop {

    private static final Logger LOG = LoggerFactory.getLogger(AgentLoop.class);
    static final Duration REMINDED_EVERY = Duration.ofSeconds(10);

    /** After such a time without an event the scheduler is asked: the event of the job's end may be lost, or was never sent. */
    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(1);

    private final AgentJob job;
    private final Context context;
    private final AgentOptions options;
    private final Places places;
    private JobKnowledge knowledge;
    private boolean unheard;
    private boolean unknown;

    /** When the newest event of the scheduler came. */
    private Instant heardAt;

    private final Waiting waiting;
    private final Speech speech;
    private final GrantTimers timers;
    private final Acceptances acceptances;
    private final Grants grants = new Grants();

    /** The surroundings of the loop. */
    record Context(Workers workers, Inbox inbox, AgentObserver observer, TimeSource time) {}

    AgentLoop(Registration registered, AgentJob job, Context context, AgentOptions options, JobKnowledge knowledge) {
        this.job = job;
        this.context = context;
        this.options = options;
        this.places = registered.places();
        this.knowledge = knowledge.in(places);
        this.timers = new GrantTimers(context.time(), context.inbox(), context.workers());
        this.acceptances = new Acceptances(context.time());
        this.speech = new Speech(
                registered.id(), registered.scheduler(), options.negotiation().mode(), options.tellsLog());
        this.waiting = new Waiting(context.time().now());
        this.heardAt = context.time().now();
    }

    AgentResult negotiate() throws InterruptedException, SchedulerUnreachableException {
        Optional<AgentResult> result = Optional.empty();
        context.inbox().remind(context.time(), REMINDED_EVERY);
        try {
            while (result.isEmpty()) {
                result = context.inbox().take().handledBy(this);
            }
        } finally {
            abandon();
        }
        return result.get();
    }

    /** Ends the grant that is held, if there is one. */
    void abandon() {
        grants.abandon();
    }

    /** Tells whether the scheduler knows nothing of the job, or has lost count of its tokens, so that it may be registered again. */
    boolean isUnknown() {
        return unknown;
    }

    JobKnowledge knowledge() {
        return knowledge;
    }

    /** Tells whether the job is finished and the scheduler does not know it. */
    boolean finishedUnheard() {
        return unheard;
    }

    Optional<AgentResult> reminded() throws InterruptedException {
        if (grants.noneHeld()) {
            waiting.due(context.time().now()).ifPresent(context.observer()::waits);
        }
        Instant now = context.time().now();
        if (Duration.between(heardAt, now).compareTo(LONGEST_SILENCE) < 0) {
            return Optional.empty();
        }
        heardAt = now;
        try {
            return speech.askEnd().flatMap(how -> jobEnded(how, ""));
        } catch (SchedulerRefusedException e) {
            return lost(e);
        }
    }

    Optional<AgentResult> offered(Window window) throws InterruptedException {
        Instant now = context.time().now();
        heardAt = now;
        boolean freely = grants.noneHeld() && !waiting.isResting(now);
        Answer answer = freely
                ? knowledge.answer(window, now, job.launcher().isWarm(window.slice()), options)
                : new Answer.Silence(
                        grants.noneHeld() ? "rests after a failure that was not its own" : Answers.ALREADY_RUNS);
        // While it runs, what it will need next is not known yet; while it rests, longer windows would not help.
        boolean inTime = speech.answer(window, answer, freely ? Optional.of(knowledge) : Optional.empty(), options);
        context.observer().answered(window, answer);
        context.workers().answered(window, answer);
        if (freely) {
            waiting.answered(window, answer, knowledge.oneAtom(window, options), now);
            waiting.answerArrived(inTime);
            knowledge = knowledge.answered(window, answer, options);
        }
        return waiting.inVainFor(options.longestInVain()).map(knowledge.progress()::fitsNowhere);
    }

    Optional<AgentResult> granted(Grant grant) throws InterruptedException, SchedulerUnreachableException {
        heardAt = context.time().now();
        if (!grants.isNew(grant)) {
            return Optional.empty();
        }
        if (grants.noneHeld()) {
            hold(grant);
        } else if (grants.overlaps(grant)) {
            speech.handBack(grant, nextAtom(), Answers.ALREADY_RUNS);
        } else {
            grants.keep(grant);
        }
        return Optional.empty();
    }

    private void hold(Grant grant) {
        HeldGrant held = new HeldGrant(grant, nextAtom(), context.time());
        grants.hold(held);
        timers.holds(held, options.windows().firstLookLimit());
        context.workers().launch(held);
    }

    /** A worker that is not ready by then would overrun the grant without having done anything. */
    Optional<AgentResult> nearlyOver(HeldGrant held) throws InterruptedException, SchedulerUnreachableException {
        return giveBack(held, Speech.NOT_READY);
    }

    private Optional<AgentResult> giveBack(HeldGrant heldGrant, String because)
            throws InterruptedException, SchedulerUnreachableException {
        if (grants.holds(heldGrant) && heldGrant.giveBack()) {
            timers.handedBack(heldGrant);
            speech.handBack(heldGrant.grant(), nextAtom(), because);
        }
        return Optional.empty();
    }

    Optional<AgentResult> pressed(String grant, PressureOrder order)
            throws InterruptedException, SchedulerUnreachableException {
        Optional<HeldGrant> asked = grants.held(grant);
        boolean stops = asked.isPresent() && asked.get().pressed(order);
        if (!stops) {
            return Optional.empty();
        }
        context.observer().givesWay();
        return giveBack(asked.get(), "its node is short of memory");
    }

    Optional<AgentResult> workerReady(HeldGrant held) throws InterruptedException, SchedulerUnreachableException {
        begin(held);
        return Optional.empty();
    }

    private void begin(HeldGrant heldGrant) throws InterruptedException, SchedulerUnreachableException {
        Grant grant = heldGrant.grant();
        Worker worker = heldGrant.worker().orElseThrow();
        knowledge = knowledge.learning(knowledge.profile().with(heldGrant.startUpSamples()));
        if (heldGrant.lost() || heldGrant.givenBack()) {
            speech.reportNotBegun(heldGrant, nextAtom());
            release(heldGrant);
            goOn();
            return;
        }
        boolean warm = worker.isWarm();
        Acceptances.Result accepted = acceptances.accept(
                then -> knowledge.materialize(grant, then, warm, options),
                subjob -> speech.accept(subjob, knowledge.grounds(subjob, warm, options)));
        Optional<Subjob> subjob = accepted.taken();
        if (subjob.isEmpty() || heldGrant.lost()) {
            handBack(
                    heldGrant,
                    subjob.isEmpty() ? accepted.because() : "it was over before its acceptance was answered");
            return;
        }
        waiting.restart(context.time().now());
        knowledge = knowledge.runningOn(grant.slice());
        context.observer().begins(subjob.get());
        timers.runs(heldGrant, subjob.get(), options.windows().firstLookLimit());
        context.workers().run(heldGrant, worker, subjob.get());
    }

    private void handBack(HeldGrant heldGrant, String because)
            throws InterruptedException, SchedulerUnreachableException {
        speech.handBack(heldGrant.grant(), nextAtom(), because);
        release(heldGrant);
        goOn();
    }

    Optional<AgentResult> heartbeatDue(HeldGrant heldGrant) throws InterruptedException {
        if (!grants.holds(heldGrant) || heldGrant.lost() || heldGrant.givenBack()) {
            return Optional.empty();
        }
        if (speech.beat(heldGrant)) {
            timers.beats(heldGrant);
        } else {
            heldGrant.refused(context.time().now());
        }
        return Optional.empty();
    }

    Optional<AgentResult> revoked(String grant, String why) {
        grants.revoke(grant, why);
        context.workers().takenBack(grant);
        return Optional.empty();
    }

    Optional<AgentResult> ended(HeldGrant heldGrant, Subjob subjob, Report report)
            throws InterruptedException, SchedulerUnreachableException {
        if (report.outcome() instanceof Outcome.Failed failed) {
            heldGrant.stoppedAs(failed.kind());
        }
        if (heldGrant.lost()) {
            return stopped(heldGrant, heldGrant.seenWith(report));
        }
        knowledge = knowledge.learning(
                ProfileUpdate.of(knowledge.spec(), knowledge.profile(), subjob, report, options.promise()));
        context.observer().ended(subjob, report, knowledge.profile());
        boolean heard = speech.reportEnd(heldGrant, Reports.of(report));
        return reached(heldGrant, report.outcome(), Circumstances.UNKNOWN, heard);
    }

    Optional<AgentResult> workerFailed(HeldGrant heldGrant, AtomizableException failed)
            throws InterruptedException, SchedulerUnreachableException {
        String why = String.valueOf(failed.getMessage());
        FailureKind kind = failed instanceof WorkerException failure ? failure.kind() : FailureKind.WORKER_LOST;
        heldGrant.stoppedAs(kind);
        if (heldGrant.lost()) {
            return stopped(heldGrant, heldGrant.seen());
        }
        if (knowledge.progress().setbacks().isNew(kind, why)) {
            LOG.warn("a worker failed: {}", why);
        }
        Circumstances known = learned(heldGrant, kind, heldGrant.seen());
        boolean heard = speech.reportEnd(heldGrant, Reports.lost(kind, nextAtom(), why));
        return reached(heldGrant, new Outcome.Failed(nextAtom(), kind, why), known, heard);
    }

    /** A subjob's worker was stopped: what is committed counts. */
    private Optional<AgentResult> stopped(HeldGrant heldGrant, Seen seen)
            throws InterruptedException, SchedulerUnreachableException {
        Circumstances known = learned(heldGrant, FailureKind.CUT, seen);
        Outcome outcome = Blame.stopped(
                heldGrant, job.store(), nextAtom(), options.windows().firstLookLimit());
        return reached(heldGrant, outcome, known, speech.reportStopped(heldGrant, outcome.nextAtom(), seen));
    }

    private Circumstances learned(HeldGrant heldGrant, FailureKind how, Seen seen) {
        Stopped stopped = Stopped.of(knowledge, heldGrant, how, seen, options);
        knowledge = stopped.knowledge();
        stopped.tell(context.observer(), heldGrant);
        return stopped.known();
    }

    private Optional<AgentResult> reached(HeldGrant heldGrant, Outcome outcome, Circumstances known, boolean heard) {
        release(heldGrant);
        Instant now = context.time().now();
        if (outcome.nextAtom() > nextAtom()) {
            waiting.gained();
        }
        Attribution by = Blame.of(outcome, known, heldGrant.grant(), places);
        Progress progress = knowledge.progress().after(outcome, by, heldGrant.nextAtom());
        knowledge = knowledge.at(progress).waitingFrom(now);
        waiting.restart(now);
        if (outcome instanceof Outcome.Failed failed) {
            Duration rest = progress.setbacks().rest();
            waiting.rests(by.evidence(), rest, now);
            LOG.info("the subjob failed ({}); at fault: {}, as {}", failed.kind(), by.fault(), by.evidence());
            context.observer().failed(failed, by, rest);
        }
        Optional<AgentResult> result = knowledge.verdict(outcome, by, places, options);
        unknown = grants.fencedThemselves(outcome, job.store());
        unheard = result.filter(AgentResult.Finished.class::isInstance).isPresent()
                && !(heard && outcome instanceof Outcome.Finished);
        if (result.isEmpty()) {
            goOn();
        }
        return result;
    }

    private long nextAtom() {
        return knowledge.progress().nextAtom();
    }

    private void release(HeldGrant heldGrant) {
        heldGrant.end();
        grants.release();
    }

    private void goOn() {
        grants.next().ifPresent(this::hold);
    }

    Optional<AgentResult> jobEnded(String how, String by) {
        return Optional.of(new AgentResult.Withdrawn(how, by, nextAtom()));
    }

    Optional<AgentResult> lost(AtomizableException why) {
        if (why instanceof SchedulerRefusedException refused) {
            if (refused.isForgottenJob()) {
                return jobEnded("forgotten", "");
            }
            unknown = refused.isUnknownJob();
        }
        return Optional.of(new AgentResult.Cut(String.valueOf(why.getMessage()), nextAtom()));
    }
}
