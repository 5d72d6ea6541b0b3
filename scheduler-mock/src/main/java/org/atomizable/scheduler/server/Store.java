package org.atomizable.scheduler.server;

import java.nio.file.Path;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.journal.GroupScribe;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.Scribe;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.atomizable.scheduler.market.Life;

/** Where a scheduler keeps what it must not forget, and who writes it there. */
record Store(Life life, Scribe scribe) implements AutoCloseable {

    static Store in(Path file, TimeSource time) throws JournalException {
        SqliteJournal journal = SqliteJournal.open(file);
        try {
            journal.compact();
            return new Store(Life.begin(journal), new GroupScribe(journal, time));
        } catch (JournalException failed) {
            journal.close();
            throw failed;
        }
    }

    static Store forNow() {
        return new Store(Life.uncounted(), Scribe.atOnce(Journal.none()));
    }

    /** Writes what is left, and lets others use the journal. */
    @Override
    public void close() {
        scribe.close();
        life.journal().close();
    }
}
