package org.atomizable.scheduler.lease;

/** The state of a lease. */
public enum LeaseState {
    /** Issued; its holder has not said yet what it runs. */
    GRANTED,
    /** Its holder has said which subjob it runs. */
    ACCEPTED,
    /** Its end has come and its slice is free; its holder's report is still taken. */
    AWAITED,
    /** Its holder has said how it ended, or handed it back. */
    REPORTED,
    /** Nothing was heard of its holder for too long. */
    EXPIRED,
    /** Taken away: it needed too much memory, or its job was withdrawn. */
    REVOKED;

    /** Tells whether its holder still has the slice. */
    public boolean live() {
        return this == GRANTED || this == ACCEPTED;
    }
}
