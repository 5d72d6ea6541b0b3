package org.atomizable.core.agent;

import org.atomizable.api.AtomizableException;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;

/** What an agent reacts to, one at a time. */
sealed interface AgentEvent {

    /** A window is offered. */
    record Offered(Window window) implements AgentEvent {}

    /** A grant is issued. */
    record Granted(Grant grant) implements AgentEvent {}

    /** A grant is no more. */
    record Revoked(String grant, String why) implements AgentEvent {}

    /** The worker for a grant is there, and the grant has begun. */
    record WorkerReady(HeldGrant holding) implements AgentEvent {}

    /** The scheduler should hear of a grant's holder again. */
    record HeartbeatDue(HeldGrant holding) implements AgentEvent {}

    /** A grant is nearly over. */
    record NearlyOver(HeldGrant holding) implements AgentEvent {}

    /** A subjob has ended. */
    record Ended(HeldGrant holding, Subjob subjob, Report report) implements AgentEvent {}

    /** The worker failed before there was a report. */
    record WorkerFailed(HeldGrant holding, AtomizableException why) implements AgentEvent {}

    /**
     * The scheduler has ended the job.
     *
     * @param how in the words of the protocol
     */
    record Over(String how, String by) implements AgentEvent {}

    /** Some time has passed: look at what is waited for. */
    record Reminder() implements AgentEvent {}

    /** There will be no more events from the scheduler. */
    record Lost(AtomizableException why) implements AgentEvent {}
}
