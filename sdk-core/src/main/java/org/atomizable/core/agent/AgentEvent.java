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
     * Passes the event to the loop's method for it.
     *
     * @return the job's result, if the event ended it
     */
    Optional<AgentResult> handledBy(AgentLoop loop) throws InterruptedException, SchedulerUnreachableException;

    /** A window is offered. */
    record Offered(Window window) implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(AgentLoop loop) throws InterruptedException {
            return loop.offered(window);
        }
    }

    /** A window was offered, and its time has been offered anew since. */
    record Outdated() implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(AgentLoop loop) {
            return Optional.empty();
        }
    }

    /** A grant is issued. */
    record Granted(Grant grant) implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(AgentLoop loop)
                throws InterruptedException, SchedulerUnreachableException {
            return loop.granted(grant);
        }
    }

    /** A grant is no more. */
    record Revoked(String grant, String why) implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(AgentLoop loop) {
            return loop.revoked(grant, why);
        }
    }

    /** The node of a grant runs short of memory. */
    record Pressed(String grant, PressureOrder order) implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(AgentLoop loop)
                throws InterruptedException, SchedulerUnreachableException {
            return loop.pressed(grant, order);
        }
    }

    /** The worker for a grant is there, and the grant has begun. */
    record WorkerReady(HeldGrant held) implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(AgentLoop loop)
                throws InterruptedException, SchedulerUnreachableException {
            return loop.workerReady(held);
        }
    }

    /** The scheduler should hear of a grant's holder again. */
    record HeartbeatDue(HeldGrant held) implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(AgentLoop loop) throws InterruptedException {
            return loop.heartbeatDue(held);
        }
    }

    /** A grant is nearly over. */
    record NearlyOver(HeldGrant held) implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(AgentLoop loop)
                throws InterruptedException, SchedulerUnreachableException {
            return loop.nearlyOver(held);
        }
    }

    /** A subjob has ended. */
    record Ended(HeldGrant held, Subjob subjob, Report report) implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(AgentLoop loop)
                throws InterruptedException, SchedulerUnreachableException {
            return loop.ended(held, subjob, report);
        }
    }

    /** The worker failed before there was a report. */
    record WorkerFailed(HeldGrant held, AtomizableException why) implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(AgentLoop loop)
                throws InterruptedException, SchedulerUnreachableException {
            return loop.workerFailed(held, why);
        }
    }

    /**
     * The scheduler has ended the job.
     *
     * @param how in the words of the protocol
     */
    record Over(String how, String by) implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(AgentLoop loop) {
            return loop.jobEnded(how, by);
        }
    }

    /** Some time has passed: look at what is waited for. */
    record Reminder() implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(AgentLoop loop) throws InterruptedException {
            return loop.reminded();
        }
    }

    /** There will be no more events from the scheduler. */
    record Lost(AtomizableException why) implements AgentEvent {
        @Override
        public Optional<AgentResult> handledBy(AgentLoop loop) {
            return loop.lost(why);
        }
    }
}
