package org.atomizable.scheduler.market;

import java.util.ArrayList;
import java.util.List;
import org.atomizable.scheduler.journal.Change;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.JournalWriter;
import org.atomizable.scheduler.journal.Table;

/** A scribe whose disk is full from when it is told so until there is room: who waits is told that it took too long. */
final class LateJournalWriter implements JournalWriter {

    private final Journal journal;
    private final List<Change> changes = new ArrayList<>();
    private final List<Runnable> told = new ArrayList<>();
    private boolean full;

    LateJournalWriter(Journal journal) {
        this.journal = journal;
    }

    void fill() {
        full = true;
    }

    void makeRoom() throws JournalException {
        full = false;
        journal.write(changes);
        changes.clear();
        told.forEach(Runnable::run);
        told.clear();
    }

    @Override
    public Submitted submit(List<Change> more, Runnable afterwards) {
        changes.addAll(more);
        told.add(afterwards);
        if (full) {
            return () -> {
                throw JournalException.damaged(Table.META, "disk", new Exception("it is full"));
            };
        }
        try {
            makeRoom();
        } catch (JournalException impossible) {
            throw new AssertionError(impossible);
        }
        return () -> {};
    }

    @Override
    public boolean stuck() {
        // Not known yet: what this is about comes in the moment in which the disk becomes full.
        return false;
    }

    @Override
    public void close() {}
}
