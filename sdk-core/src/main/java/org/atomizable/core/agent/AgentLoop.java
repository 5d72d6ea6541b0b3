package org.atomizable.core.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Subjob;
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
final class AgentLoop implements AgentEvent.Handler {

    private static final Logger LOG = LoggerFactory.getLogger(AgentLoop.class);
    static final Duration REMINDED_EVERY = Duration.ofSeconds(10);

    private final AgentJob job;
    private final AgentContext context;
    private final AgentOptions options;
    private final Places places;
    private JobKnowledge knowledge;
    private boolean unheard;
    private boolean unknown;
    private final Waiting waiting;
    private final SilenceCheck silence;
    private final Speech speech;
    private final GrantTimers timers;
    private final Pause pause;
    private final Acceptances acceptances;
    private final Grants grants = new Grants();

    AgentLoop(
            Registration registered, AgentJob job, AgentContext context, AgentOptions options, JobKnowledge knowledge) {
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
        this.pause = new Pause(waiting, context.observer());
        this.silence = new SilenceCheck(
                registered.scheduler(), registered.id(), context.time().now());
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

    @Override
    public Optional<AgentResult> reminded(AgentEvent.Reminder event) throws InterruptedException {
        if (grants.noneHeld()) {
            waiting.due(context.time().now()).ifPresent(context.observer()::waits);
        }
        try {
            return silence.ended(context.time().now()).flatMap(how -> jobEnded(new AgentEvent.Over(how, "")));
        } catch (SchedulerRefusedException e) {
            return lost(new AgentEvent.Lost(e));
        }
    }

    @Override
    public Optional<AgentResult> offered(AgentEvent.Offered event) throws InterruptedException {
        Window window = event.window();
        Instant now = context.time().now();
        silence.received(now);
        boolean freely = grants.noneHeld() && pause.isOver(now);
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

    @Override
    public Optional<AgentResult> granted(AgentEvent.Granted event)
            throws InterruptedException, SchedulerUnreachableException {
        Grant grant = event.grant();
        silence.received(context.time().now());
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
    @Override
    public Optional<AgentResult> nearlyOver(AgentEvent.NearlyOver event)
            throws InterruptedException, SchedulerUnreachableException {
        return giveBack(event.held(), Speech.NOT_READY);
    }

    private Optional<AgentResult> giveBack(HeldGrant heldGrant, String because)
            throws InterruptedException, SchedulerUnreachableException {
        if (grants.holds(heldGrant) && heldGrant.giveBack()) {
            timers.handedBack(heldGrant);
            speech.handBack(heldGrant.grant(), nextAtom(), because);
        }
        return Optional.empty();
    }

    @Override
    public Optional<AgentResult> pressed(AgentEvent.Pressed event)
            throws InterruptedException, SchedulerUnreachableException {
        Optional<HeldGrant> asked = grants.held(event.grant());
        boolean stops = asked.isPresent() && asked.get().pressed(event.order());
        if (!stops) {
            return Optional.empty();
        }
        context.observer().givesWay();
        return giveBack(asked.get(), "its node is short of memory");
    }

    @Override
    public Optional<AgentResult> workerReady(AgentEvent.WorkerReady event)
            throws InterruptedException, SchedulerUnreachableException {
        begin(event.held());
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

    @Override
    public Optional<AgentResult> heartbeatDue(AgentEvent.HeartbeatDue event) throws InterruptedException {
        HeldGrant heldGrant = event.held();
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

    @Override
    public Optional<AgentResult> revoked(AgentEvent.Revoked event) {
        grants.revoke(event.grant(), event.why());
        context.workers().takenBack(event.grant());
        return Optional.empty();
    }

    @Override
    public Optional<AgentResult> ended(AgentEvent.Ended it) throws InterruptedException, SchedulerUnreachableException {
        HeldGrant heldGrant = it.held();
        if (it.report().outcome() instanceof Outcome.Failed failed) {
            heldGrant.stoppedAs(failed.kind());
        }
        if (heldGrant.lost()) {
            return stopped(heldGrant, heldGrant.seenWith(it.report()));
        }
        knowledge = knowledge.learning(
                ProfileUpdate.of(knowledge.spec(), knowledge.profile(), it.subjob(), it.report(), options.promise()));
        context.observer().ended(it.subjob(), it.report(), knowledge.profile());
        boolean heard = speech.reportEnd(heldGrant, Reports.of(it.report()));
        return reached(heldGrant, it.report().outcome(), Circumstances.UNKNOWN, heard);
    }

    @Override
    public Optional<AgentResult> workerFailed(AgentEvent.WorkerFailed event)
            throws InterruptedException, SchedulerUnreachableException {
        HeldGrant heldGrant = event.held();
        String why = String.valueOf(event.why().getMessage());
        FailureKind kind = event.why() instanceof WorkerException failure ? failure.kind() : FailureKind.WORKER_LOST;
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
            pause.after(failed, by, progress.setbacks().rest(), now);
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

    @Override
    public Optional<AgentResult> jobEnded(AgentEvent.Over event) {
        return Optional.of(new AgentResult.Withdrawn(event.how(), event.by(), nextAtom()));
    }

    @Override
    public Optional<AgentResult> lost(AgentEvent.Lost event) {
        if (event.why() instanceof SchedulerRefusedException refused) {
            if (refused.isForgottenJob()) {
                return jobEnded(new AgentEvent.Over("forgotten", ""));
            }
            unknown = refused.isUnknownJob();
        }
        return Optional.of(new AgentResult.Cut(String.valueOf(event.why().getMessage()), nextAtom()));
    }
}
