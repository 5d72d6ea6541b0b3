package org.atomizable.lab.faults.world;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.scheduler.journal.Change;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.journal.Table;

/** The rows of a scheduler's journal, in memory. A transaction is there as a whole or not at all, as SQLite has it. */
public final class JournalRows implements Journal {

    private final Map<Table, Map<String, String>> rows = new EnumMap<>(Table.class);

    /** Returns a journal with the same rows. */
    JournalRows copy() {
        JournalRows copy = new JournalRows();
        rows.forEach((table, kept) -> copy.rows.put(table, new LinkedHashMap<>(kept)));
        return copy;
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
    public void close() {
        // The rows outlive each scheduler.
    }
}
