package org.atomizable.lab.faults;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.scheduler.journal.Change;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.journal.Table;

/**
 * The rows of a scheduler's journal, in memory, and what its lock remembers. A transaction is there as a whole or not at all, as SQLite has it.
 */
final class JournalRows implements Journal {

    private final Map<Table, Map<String, String>> rows = new EnumMap<>(Table.class);
    private Optional<Start> lock = Optional.empty();

    /** How a copy is made and put back. */
    enum Copied {
        /** A plain copy of the file. */
        PLAIN,
        /** A backup, which says that it is one. */
        MARKED,
        /** A plain copy on another machine, where no lock is. */
        MOVED;

        static Copied of(int variant) {
            return List.of(values()).get(variant % values().length);
        }
    }

    /** Returns a journal with the same rows and lock. */
    JournalRows copy() {
        JournalRows copy = new JournalRows();
        rows.forEach((table, kept) -> copy.rows.put(table, new LinkedHashMap<>(kept)));
        copy.lock = lock;
        return copy;
    }

    /** Puts a copy in the place of the rows. */
    void putBack(JournalRows copy, Copied how) {
        rows.clear();
        copy.rows.forEach((table, kept) -> rows.put(table, new LinkedHashMap<>(kept)));
        switch (how) {
            case PLAIN -> {}
            case MARKED -> write(List.of(new Change(Table.META, COPIED, Optional.of("true"))));
            case MOVED -> lock = Optional.empty();
        }
    }

    String value(Table table, String key) {
        return rows.getOrDefault(table, Map.of()).getOrDefault(key, "");
    }

    @Override
    public Map<String, String> all(Table table) {
        return new LinkedHashMap<>(rows.getOrDefault(table, Map.of()));
    }

    @Override
    public void write(List<Change> changes) {
        for (Change change : changes) {
            Map<String, String> table = rows.computeIfAbsent(change.table(), any -> new LinkedHashMap<>());
            change.value().ifPresentOrElse(it -> table.put(change.key(), it), () -> table.remove(change.key()));
        }
    }

    @Override
    public Optional<Start> lastStart() {
        return lock;
    }

    @Override
    public boolean remembersStarts() {
        return true;
    }

    @Override
    public void started(Start start) {
        lock = Optional.of(start);
    }

    @Override
    public void close() {
        // The rows outlive each scheduler.
    }
}
