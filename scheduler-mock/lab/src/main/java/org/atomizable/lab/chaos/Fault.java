package org.atomizable.lab.chaos;

import java.util.Locale;

/** A kind of fault. */
enum Fault {
    /** The scheduler is killed, and started again a little later. */
    SCHEDULER_KILLED,
    /** A job's agent is killed with everything it holds, and started again. */
    AGENT_KILLED,
    /** A worker is killed in the middle of a subjob or between two. */
    WORKER_KILLED,
    /** The scheduler cannot write for a while: the kernel refuses each write to a file. */
    DISK_FULL,
    /** The scheduler's clock is set, and set right again. */
    CLOCK_STEP,
    /** A GPU's driver refuses what it was asked for, or does half of it. */
    DRIVER_ERROR,
    /** A request never arrives. */
    REQUEST_DROPPED,
    /** A request arrives and its answer does not. */
    ANSWER_DROPPED,
    /** A request arrives twice. */
    REQUEST_DOUBLED,
    /** A request arrives late. */
    REQUEST_DELAYED,
    /** A stream of events breaks off. */
    STREAM_CUT;

    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
