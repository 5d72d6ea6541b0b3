package org.atomizable.lab.faults;

import java.util.Locale;

/** The invariants that must hold under all faults. */
enum Invariant {
    /** No worker commits once the job's store was fenced with a newer token. */
    EXCLUSION,
    /** The tokens of a job's grants increase. */
    TOKENS_INCREASE,
    /** No atom begins and no commit happens after the end of its lease, unless no agent is there to stop it. */
    NO_OVERRUN,
    /** No two live leases overlap on one slice, and no two subjobs that are under their agents' control run there. */
    CAPACITY,
    /** A subjob runs no more atoms than were proved to fit. */
    PROVED_ATOMS,
    /** A job of constant memory never uses more than its subjob was proved to need. */
    PROVED_MEMORY,
    /** Each atom happens once, and the state is that of a straight run. */
    EXACTNESS,
    /** All that was committed or recorded is there after every crash. */
    DURABILITY,
    /** Nothing is told before it is written. */
    WRITTEN_FIRST,
    /** The state that is recovered from the journal is the state before. */
    JOURNAL_IS_STATE,
    /** A report counts once, for its own grant. */
    REPORT_ONCE,
    /** No job that asks for windows waits much longer than the age bound of the policy, however many others ask. */
    AGE_BOUND,
    /** Once nothing goes wrong any more, every job ends. */
    LIVENESS,
    /** No code throws what it should not. */
    NO_DEFECT;

    /** Returns its name in reports. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
