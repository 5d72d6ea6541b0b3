package org.atomizable.lab.faults;

import java.util.Locale;

/** A kind of fault. Some faults strike single messages, operations or atoms, by chance; others happen at a time to one node. */
enum FaultKind {
    /** A request is lost on its way to the scheduler. */
    MESSAGE_LOST(0.1),
    /** The scheduler has done what was asked, and the agent does not hear so. */
    REPLY_LOST(0.1),
    /** A request arrives a second time, later. */
    MESSAGE_DOUBLED(0.2),
    /** A request or its reply takes up to two seconds. */
    MESSAGE_DELAYED(0.14),
    /** An event is lost on its way to the agent. */
    EVENT_LOST(0.1),
    /** An event arrives twice. */
    EVENT_DOUBLED(0.25),
    /** An event arrives after those that were sent later. */
    EVENT_REORDERED(0.25),
    /** An operation of a disk fails. */
    DISK_ERROR(0.004),
    /** An operation of a disk takes up to a second. */
    DISK_SLOW(0.02),
    /** An atom takes many times as long as usual, by a distribution with a heavy tail. */
    SLOW_ATOM(0.06),
    /** An atom needs more memory than any slice has. */
    MEMORY_SPIKE(0.01),
    /** Somebody else answers in the scheduler's place, at once, and the scheduler hears nothing. */
    FOREIGN_ANSWER(0.05),
    /** From now on, to the end, each message to and from one agent takes up to 300 ms more. */
    LONG_ROUND_TRIP,
    /** No message reaches or leaves one agent for a while. */
    PARTITION,
    /** An agent dies; its workers die with it, or go on without it. */
    AGENT_CRASH,
    /** A worker dies. */
    WORKER_CRASH,
    /** The scheduler dies at once, before its next write, or between that and telling of it. */
    SCHEDULER_CRASH,
    /** The disk of a job loses what was not forced, and all processes of the job die. */
    POWER_LOSS,
    /** The disk of a job is full for a while. */
    DISK_FULL,
    /** The scheduler's journal cannot be written for a while. */
    JOURNAL_FAILS,
    /** A client withdraws a job; its agent is started again. */
    LEASE_REVOKED,
    /** Someone sets the clock of a node. */
    CLOCK_STEP,
    /**
     * The scheduler dies and starts again by a clock that is an hour ahead or behind; a little later the clock is right, and it dies once
     * more.
     */
    SCHEDULER_CLOCK_STEP,
    /** The scheduler dies and starts again from an older copy of its journal. */
    OLD_JOURNAL,
    /** An agent and its timers stand still for a while. */
    FREEZE;

    private final double rate;

    FaultKind() {
        this(0);
    }

    FaultKind(double rate) {
        this.rate = rate;
    }

    /** Returns how likely it strikes each time it can; 0 for what happens to nodes at a time. */
    public double rate() {
        return rate;
    }

    /** Returns whether it happens to a node at a time. */
    public boolean isTimed() {
        return rate == 0;
    }

    /** Returns its name in reports. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
