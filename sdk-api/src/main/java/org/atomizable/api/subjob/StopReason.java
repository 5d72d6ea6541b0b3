package org.atomizable.api.subjob;

/** Why a subjob stopped at a safe point before its job was finished. The state is committed. */
public enum StopReason {
    /** Every atom of the subjob is done. */
    ALL_ATOMS_DONE,
    /** One more atom and the checkpoint might have taken more than the time left. */
    TIME,
    /** One more atom might have needed more memory than is available. */
    MEMORY,
    /** The agent or the user asked it to stop. */
    ASKED
}
