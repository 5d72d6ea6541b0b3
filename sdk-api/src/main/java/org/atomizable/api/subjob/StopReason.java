package org.atomizable.api.subjob;

/** Why a subjob stopped before its job was finished, at a safe point and with its state committed. */
public enum StopReason {
    /** Every atom of the subjob is done. */
    ALL_ATOMS_DONE,
    /** One more atom and the checkpoint might not have fitted the time left. */
    TIME,
    /** One more atom might have needed more memory than there is. */
    MEMORY,
    /** Somebody asked. */
    ASKED
}
