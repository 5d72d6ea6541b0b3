package org.atomizable.scheduler.journal;

import java.util.Locale;

/** What rows are of. */
public enum Table {
    /** Facts about the journal itself. */
    META,
    /** Jobs, by id. */
    JOB,
    /** Leases, by the grant's id. */
    LEASE,
    /** The newest fencing token, by the job's name. */
    TOKEN,
    /** What tenants have had and can pay, by name. */
    TENANT,
    /** MIG instances that are ours, by GPU and place. */
    INSTANCE,
    /** Bearer tokens' digests, by the token's id. */
    ACCESS,
    /** Who did what, by number. */
    AUDIT,
    /** Reservations of slices, by id. */
    RESERVATION,
    /** What was done because memory was scarce, by number. */
    PRESSURE;

    String sql() {
        return name().toLowerCase(Locale.ROOT);
    }
}
