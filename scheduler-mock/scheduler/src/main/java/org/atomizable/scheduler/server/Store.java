package org.atomizable.scheduler.server;

import java.nio.file.Path;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.journal.GroupCommitWriter;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.JournalWriter;
import org.atomizable.scheduler.journal.Patience;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.atomizable.scheduler.market.incarnation.Incarnation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a scheduler keeps what it must not forget, and who writes it there. */
record Store(Incarnation life, JournalWriter scribe) implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Store.class);

    static Store in(Path file, TimeSource time) throws JournalException {
        SqliteJournal journal = SqliteJournal.open(file, time);
        try {
            compact(journal);
            return new Store(
                    Patience.with(time, () -> Incarnation.begin(journal, time.now())),
                    new GroupCommitWriter(journal, time));
        } catch (JournalException failed) {
            journal.close();
            throw failed;
        }
    }

    /** A file that is longer than it needs to be is no reason not to start. */
    private static void compact(SqliteJournal journal) {
        try {
            journal.compact();
        } catch (JournalException failed) {
            LOG.warn("the journal was not compacted: {}", failed.getMessage());
        }
    }

    static Store forNow() {
        return new Store(Incarnation.uncounted(), JournalWriter.atOnce(Journal.none()));
    }

    /** Writes what is left, and lets others use the journal. */
    @Override
    public void close() {
        scribe.close();
        life.journal().close();
    }
}
