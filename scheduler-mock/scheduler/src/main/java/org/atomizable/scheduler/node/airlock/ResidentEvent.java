package org.atomizable.scheduler.node.airlock;

/** An event in the life of a resident. The airlock causes the first five, the node reports the others. */
public enum ResidentEvent {
    /** It is asked to leave at its next safe point. */
    ASK,
    /** The request is taken back. */
    WITHDRAW,
    /** It is told to go on where it stood. */
    CALL_BACK,
    /** Another node is sought. */
    READDRESS,
    /** Its process is ended. */
    RECLAIM,
    /** It has saved its state and released its memory. */
    SUSPENDED,
    /** Its atoms run again. */
    RESUMED,
    /** Another node has taken it. */
    MOVED,
    /** It could not be restored, or no other node takes it. */
    FAILED,
    /** Its process is gone, for whatever reason. */
    DIED
}
