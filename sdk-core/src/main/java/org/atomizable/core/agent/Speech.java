package org.atomizable.core.agent;

import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.core.agent.grant.HeldGrant;
import org.atomizable.core.client.SchedulerCalls;
import org.atomizable.core.client.SchedulerRefusedException;
import org.atomizable.core.client.SchedulerUnreachableException;
import org.atomizable.core.report.Reports;
import org.atomizable.core.wire.ToWire;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The messages that an agent sends to the scheduler for one registration of its job. */
record Speech(String id, SchedulerCalls scheduler, Mode mode) {

    static final String NOT_ACCEPTED = "its acceptance was refused, or not answered";

    private static final Logger LOG = LoggerFactory.getLogger(Speech.class);

    /**
     * Answers a window.
     *
     * @param needed the memory that the next atom needs there; empty if that is not to be told
     * @param firstLook whether the job knows nothing of its times
     */
    void answer(Window window, Answer answer, Optional<Bytes> needed, boolean firstLook) throws InterruptedException {
        try {
            say(window, answer, needed, firstLook);
        } catch (SchedulerRefusedException | SchedulerUnreachableException e) {
            LOG.debug("answer to window {} came too late", window.id(), e);
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

    /** Accepts a grant by saying which subjob will run; returns whether the scheduler took it. */
    boolean accept(Subjob subjob, String timeMethod) throws InterruptedException {
        String grant = subjob.grant().id();
        try {
            scheduler.accept(grant, ToWire.acceptance(subjob, timeMethod));
            return true;
        } catch (SchedulerRefusedException | SchedulerUnreachableException e) {
            LOG.warn("grant {} could not be accepted: {}", grant, e.getMessage());
            return false;
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

    /** Reports how a subjob ended, unless its grant is lost or handed back; returns whether the scheduler took it. */
    boolean reportEnd(HeldGrant held, ReportMessage message)
            throws InterruptedException, SchedulerUnreachableException {
        return !held.lost() && !held.givenBack() && report(held.grant(), message);
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
