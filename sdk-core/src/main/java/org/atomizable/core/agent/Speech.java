package org.atomizable.core.agent;

import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.api.wire.LogEnd;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.core.client.SchedulerCalls;
import org.atomizable.core.client.SchedulerRefusedException;
import org.atomizable.core.client.SchedulerUnreachableException;
import org.atomizable.core.report.Reports;
import org.atomizable.core.report.Seen;
import org.atomizable.core.wire.ToWire;
import org.atomizable.profiler.profile.Grounds;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The messages that an agent sends to the scheduler for one registration of its job. */
record Speech(String id, SchedulerCalls scheduler, Mode mode, boolean tellsLog) {

    static final String NOT_READY = "its worker was not ready in time";

    private static final Logger LOG = LoggerFactory.getLogger(Speech.class);

    /**
     * Answers a window; returns whether the scheduler took the answer in time, or may have.
     *
     * @param known by which it was answered; empty if what the job needs is not to be told
     */
    boolean answer(Window window, Answer answer, Optional<JobKnowledge> known, AgentOptions options)
            throws InterruptedException {
        try {
            say(
                    window,
                    answer,
                    known.map(it -> it.needs(window, options)),
                    known.filter(it -> it.looksFirst(window.slice(), true, options))
                            .isPresent());
            return true;
        } catch (SchedulerRefusedException e) {
            LOG.debug("answer to window {} was refused", window.id(), e);
            return !e.isLate();
        } catch (SchedulerUnreachableException e) {
            LOG.debug("answer to window {} did not arrive", window.id(), e);
            return true;
        }
    }

    private void say(Window window, Answer answer, Optional<Bytes> needed, boolean firstLook)
            throws InterruptedException, SchedulerUnreachableException, SchedulerRefusedException {
        if (answer instanceof Answer.Signal signal) {
            scheduler.signal(window.id(), ToWire.signal(id, signal, needed, firstLook));
        } else if (answer instanceof Answer.Bid bid) {
            scheduler.bid(window.id(), ToWire.bid(id, window, bid, needed, firstLook));
        } else if (answer instanceof Answer.Silence silence) {
            switch (mode) {
                case SJA -> scheduler.signal(window.id(), ToWire.noSignal(id, silence, needed));
                case JASDA -> scheduler.bid(window.id(), ToWire.noBid(id, silence, needed));
            }
        }
    }

    /**
     * Asks how the job was ended, in the protocol's term; empty if it was not, or if the scheduler is absent, which is told elsewhere.
     *
     * @throws SchedulerRefusedException if the scheduler does not know the job
     */
    Optional<String> askEnd() throws InterruptedException, SchedulerRefusedException {
        try {
            String state = scheduler.job(id).state();
            return Optional.of(state).filter(it -> it.equals("finished") || it.equals("withdrawn"));
        } catch (SchedulerUnreachableException absent) {
            return Optional.empty();
        }
    }

    /** Accepts a grant by saying which subjob will run. */
    Acceptances.Answer accept(Subjob subjob, Grounds grounds) throws InterruptedException {
        String grant = subjob.grant().id();
        try {
            scheduler.accept(grant, ToWire.acceptance(subjob, grounds));
            return Acceptances.Answer.TAKEN;
        } catch (SchedulerRefusedException e) {
            LOG.info("grant {} could not be accepted: {}", grant, e.getMessage());
            return e.isUnfit() ? Acceptances.Answer.DOES_NOT_FIT : Acceptances.Answer.REFUSED;
        } catch (SchedulerUnreachableException e) {
            LOG.warn("grant {} could not be accepted: {}", grant, e.getMessage());
            return Acceptances.Answer.REFUSED;
        }
    }

    /** Sends a sign of life of a grant's holder; returns whether the holder may go on. */
    boolean beat(HeldGrant held) throws InterruptedException {
        try {
            scheduler.heartbeat(
                    held.grant().id(),
                    new HeartbeatMessage(
                            held.nextAtom(),
                            held.takeMemory().count(),
                            held.takeFreed().map(Bytes::count).orElse(null)));
        } catch (SchedulerUnreachableException e) {
            LOG.debug(
                    "grant {} holds until its end, whether the scheduler answers or not",
                    held.grant().id(),
                    e);
        } catch (SchedulerRefusedException e) {
            LOG.warn("grant {} is lost: {}", held.grant().id(), e.getMessage());
            return false;
        }
        return true;
    }

    /** Hands a grant back that was not used. */
    void handBack(Grant grant, long nextAtom, String because)
            throws InterruptedException, SchedulerUnreachableException {
        LOG.debug("grant {} is handed back: {}", grant.id(), because);
        report(grant, Reports.handBack(nextAtom, because));
    }

    /**
     * Reports how a subjob ended, unless its grant was taken or handed back; returns whether the scheduler took it. The report of one
     * that was stopped for its grant's end is taken after that, too.
     */
    boolean reportEnd(HeldGrant held, ReportMessage message)
            throws InterruptedException, SchedulerUnreachableException {
        boolean awaited = !held.lost() || held.stoppedAs().isPresent();
        return awaited && !held.givenBack() && report(held.grant(), withLog(held, message));
    }

    private ReportMessage withLog(HeldGrant held, ReportMessage message) {
        return Optional.of(held)
                .filter(it -> tellsLog)
                .flatMap(HeldGrant::worker)
                .flatMap(Worker::printed)
                .map(LogEnd::of)
                .filter(it -> !it.isEmpty())
                .map(message::with)
                .orElse(message);
    }

    /** Hands back a grant whose end came before its worker was ready, if the scheduler does not know that yet. */
    void reportNotBegun(HeldGrant held, long nextAtom) throws InterruptedException, SchedulerUnreachableException {
        if (held.stoppedAs().isPresent() && !held.givenBack()) {
            handBack(held.grant(), nextAtom, NOT_READY);
        }
        vacate(held, nextAtom);
    }

    /**
     * Says that nothing runs on the slice of a revoked grant any more: a scheduler that has started since keeps the slice until it knows
     * that. The others refuse it.
     */
    private void vacate(HeldGrant held, long nextAtom) throws InterruptedException {
        if (held.revoked() && !held.givenBack()) {
            String grant = held.grant().id();
            try {
                scheduler.report(grant, Reports.handBack(nextAtom, "it was revoked, and its subjob has stopped"));
            } catch (SchedulerRefusedException | SchedulerUnreachableException e) {
                LOG.debug("nobody waits for revoked grant {}: {}", grant, e.getMessage());
            }
        }
    }

    /** Reports that a subjob was stopped; returns whether the scheduler took it. */
    boolean reportStopped(HeldGrant held, long nextAtom, Seen seen)
            throws InterruptedException, SchedulerUnreachableException {
        if (held.isToBeHandedBack()) {
            handBack(held.grant(), nextAtom, "its subjob would not have ended in time");
        }
        vacate(held, nextAtom);
        return held.stoppedAs().isPresent()
                && reportEnd(held, Reports.stopped(held.stoppedAs().get(), nextAtom, seen));
    }

    /** Reports what became of a grant; returns whether the scheduler took it. */
    private boolean report(Grant grant, ReportMessage message)
            throws InterruptedException, SchedulerUnreachableException {
        try {
            scheduler.report(grant.id(), message);
            return true;
        } catch (SchedulerRefusedException e) {
            LOG.warn("the report of grant {} was refused: {}", grant.id(), e.getMessage());
            return false;
        }
    }
}
