package org.atomizable.scheduler.journal;

import java.util.Locale;

/** The tables of the journal. */
public enum Table {
    /** Facts about the journal itself. */
    META,
    /** Jobs, by id. */
    JOB,
    /** Leases, by the grant's id. */
    LEASE,
    /** The newest fencing token, by the job's name. */
    TOKEN,
    /** The past usage and the credits of tenants, by name. */
    TENANT,
    /** MIG instances that are ours, by GPU and place. */
    INSTANCE,
    /** Bearer tokens' digests, by the token's id. */
    ACCESS,
    /** The audit log, by number. */
    AUDIT,
    /** Reservations of slices, by id. */
    RESERVATION,
    /** The actions against a shortage of memory, by number. */
    PRESSURE;

    String sql() {
        return name().toLowerCase(Locale.ROOT);
    }
}
