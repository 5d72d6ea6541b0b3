package org.atomizable.scheduler.access;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.journal.Change;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.RowJson;
import org.atomizable.scheduler.journal.Table;

/** The newest entries about actions for which a person may be asked. Safe for use by several threads. */
public final class AuditLog {

    /** An entry. */
    public record Entry(Instant at, String who, String did, String to) {}

    private static final long MOST = 100_000;

    private final TimeSource time;
    private long next;

    /** Goes on with a journal's log. */
    public AuditLog(Journal journal, TimeSource time) throws JournalException {
        this.time = time;
        for (String key : journal.all(Table.AUDIT).keySet()) {
            if (!key.startsWith(TurnedAway.KEY)) {
                next = Math.max(next, Long.parseLong(key) + 1);
            }
        }
    }

    /**
     * Returns the rows of a new entry. They belong into the transaction of what was done, so that nothing is done without its entry.
     * What it was done with, secrets above all, is not for here.
     */
    public synchronized List<Change> entry(String who, String did, String to) {
        List<Change> changes = new ArrayList<>();
        changes.add(
                new Change(Table.AUDIT, key(next), Optional.of(RowJson.write(new Entry(time.now(), who, did, to)))));
        if (next >= MOST) {
            changes.add(new Change(Table.AUDIT, key(next - MOST), Optional.empty()));
        }
        next++;
        return changes;
    }

    /** Reads a journal's log, the oldest entry first. */
    public static List<Entry> read(Journal journal) throws JournalException {
        return List.copyOf(RowJson.all(journal, Table.AUDIT, Entry.class).values());
    }

    private static String key(long number) {
        return String.format(Locale.ROOT, "%012d", number);
    }
}
