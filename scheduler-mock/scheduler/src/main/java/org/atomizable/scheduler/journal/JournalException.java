package org.atomizable.scheduler.journal;

import java.nio.file.Path;
import java.sql.SQLException;
import org.atomizable.api.AtomizableException;

/** The journal cannot be opened, read or written. */
public final class JournalException extends AtomizableException {

    private static final String BACKUP = "Put a backup in its place; jobs go on from their checkpoints in any case";

    private final boolean locked;

    JournalException(String what, String remedy, Throwable cause) {
        this(what, remedy, cause, false);
    }

    private JournalException(String what, String remedy, Throwable cause, boolean locked) {
        super(what, remedy, cause);
        this.locked = locked;
    }

    JournalException(String what, String remedy) {
        super(what, remedy);
        this.locked = false;
    }

    /** Makes one that says that another program holds the file's lock. */
    static JournalException locked(Path file, SQLException cause) {
        return new JournalException(
                "another program holds the lock on the journal %s: %s".formatted(file, cause.getMessage()),
                "End that program's transaction (a shell of sqlite3, or a backup that does not use journal backup), and "
                        + "try again",
                cause,
                true);
    }

    /** Makes one that says that a file is damaged. */
    static JournalException unsound(Path file, String found) {
        return new JournalException("the journal %s is damaged: %s".formatted(file, found), BACKUP);
    }

    /** Makes one that says that a row is not as it was written. */
    static JournalException changed(Table table, String key) {
        String shown = key.replaceAll("\\p{Cntrl}", "?");
        return new JournalException(
                "the journal's %s \"%s\" is damaged: it is not what was written, by its checksum"
                        .formatted(table.sql(), shown),
                BACKUP);
    }

    /** Tells whether it may work as soon as another program lets the file go. */
    public boolean locked() {
        return locked;
    }

    /** Makes one that says that a row cannot be understood. */
    public static JournalException damaged(Table table, String key, Exception cause) {
        return new JournalException(
                "the journal's %s \"%s\" cannot be understood: %s".formatted(table.sql(), key, cause.getMessage()),
                BACKUP,
                cause);
    }
}
