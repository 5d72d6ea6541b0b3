package org.atomizable.scheduler.journal;

import org.atomizable.api.AtomizableException;

/** The journal cannot be opened, read or written. */
public final class JournalException extends AtomizableException {

    JournalException(String what, String remedy, Throwable cause) {
        super(what, remedy, cause);
    }

    JournalException(String what, String remedy) {
        super(what, remedy);
    }

    /** Makes one that says that a row cannot be understood. */
    public static JournalException damaged(Table table, String key, Exception cause) {
        return new JournalException(
                "the journal's %s \"%s\" cannot be understood: %s".formatted(table.sql(), key, cause.getMessage()),
                "Put a backup in its place; jobs go on from their checkpoints in any case",
                cause);
    }
}
