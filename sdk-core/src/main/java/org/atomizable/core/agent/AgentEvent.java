package org.atomizable.core.agent;

import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.core.client.SchedulerUnreachableException;

/** An event that the agent handles. Events are handled one at a time. */
sealed interface AgentEvent {

    /**
     * Passes the event to the handler's method for it.
     *
     * @return the job's result, if the event ended it
     */
    Optional<AgentResult> handledBy(Handler handler) throws InterruptedException, SchedulerUnreachableException;

    /** Reacts to events. Has a method for each kind, so that the compiler finds a kind that nobody handles. */
    interface Handler {

        Optional<AgentResult> offered(Offered event) throws InterruptedException, SchedulerUnreachableException;

        Optional<AgentResult> granted(Granted event) throws InterruptedException, SchedulerUnreachableException;

        Optional<AgentResult> revoked(Revoked event) throws InterruptedException, SchedulerUnreachableException;

        Optional<AgentResult> pressed(Pressed event) throws InterruptedException, SchedulerUnreachableException;

        Optional<AgentResult> workerReady(WorkerReady event) throws InterruptedException, SchedulerUnreachableException;

        Optional<AgentResult> heartbeatDue(HeartbeatDue event)
                throws InterruptedException, SchedulerUnreachableException;

        Optional<AgentResult> nearlyOver(NearlyOver event) throws InterruptedException, SchedulerUnreachableException;

        Optional<AgentResult> ended(Ended event) throws InterruptedException, SchedulerUnreachableException;

        Optional<AgentResult> workerFailed(WorkerFailed event)
                throws InterruptedException, SchedulerUnreachableException;

        Optional<AgentResult> jobEnded(Over event) throws InterruptedException, SchedulerUnreachableException;

        Optional<AgentResult> reminded(Reminder event) throws InterruptedException, SchedulerUnreachableException;

        Optional<AgentResult> lost(Lost event) throws InterruptedException, SchedulerUnreachableException;
    }

    /** A window is offered. */
    record Offered(Window window) implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(Handler handler)
                throws InterruptedException, SchedulerUnreachableException {
            return handler.offered(this);
        }
    }

    /** A window was offered, and its time has been offered anew since. */
    record Outdated() implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(Handler handler) {
            return Optional.empty();
        }
    }

    /** A grant is issued. */
    record Granted(Grant grant) implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(Handler handler)
                throws InterruptedException, SchedulerUnreachableException {
            return handler.granted(this);
        }
    }

    /** A grant is no more. */
    record Revoked(String grant, String why) implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(Handler handler)
                throws InterruptedException, SchedulerUnreachableException {
            return handler.revoked(this);
        }
    }

    /** The node of a grant runs short of memory. */
    record Pressed(String grant, PressureOrder order) implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(Handler handler)
                throws InterruptedException, SchedulerUnreachableException {
            return handler.pressed(this);
        }
    }

    /** The worker for a grant is there, and the grant has begun. */
    record WorkerReady(HeldGrant held) implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(Handler handler)
                throws InterruptedException, SchedulerUnreachableException {
            return handler.workerReady(this);
        }
    }

    /** The scheduler should hear of a grant's holder again. */
    record HeartbeatDue(HeldGrant held) implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(Handler handler)
                throws InterruptedException, SchedulerUnreachableException {
            return handler.heartbeatDue(this);
        }
    }

    /** A grant is nearly over. */
    record NearlyOver(HeldGrant held) implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(Handler handler)
                throws InterruptedException, SchedulerUnreachableException {
            return handler.nearlyOver(this);
        }
    }

    /** A subjob has ended. */
    record Ended(HeldGrant held, Subjob subjob, Report report) implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(Handler handler)
                throws InterruptedException, SchedulerUnreachableException {
            return handler.ended(this);
        }
    }

    /** The worker failed before there was a report. */
    record WorkerFailed(HeldGrant held, AtomizableException why) implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(Handler handler)
                throws InterruptedException, SchedulerUnreachableException {
            return handler.workerFailed(this);
        }
    }

    /**
     * The scheduler has ended the job.
     *
     * @param how in the words of the protocol
     */
    record Over(String how, String by) implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(Handler handler)
                throws InterruptedException, SchedulerUnreachableException {
            return handler.jobEnded(this);
        }
    }

    /** Some time has passed: look at what is waited for. */
    record Reminder() implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(Handler handler)
                throws InterruptedException, SchedulerUnreachableException {
            return handler.reminded(this);
        }
    }

    /** There will be no more events from the scheduler. */
    record Lost(AtomizableException why) implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(Handler handler)
                throws InterruptedException, SchedulerUnreachableException {
            return handler.lost(this);
        }
    }
}
