package org.atomizable.scheduler.journal;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A journal that outlives schedulers but not the test. */
public final class RowsInMemory implements Journal {

    private final Map<Table, Map<String, String>> rows = new EnumMap<>(Table.class);
    private int failures;
    private int readings;

    /** Makes the next writes fail, as on a full disk. */
    public synchronized void failNext(int writes) {
        failures = writes;
    }

    /** Returns how often a table was read. */
    public synchronized int readings() {
        return readings;
    }

    @Override
    public synchronized Map<String, String> all(Table table) {
        readings++;
        return new LinkedHashMap<>(rows.getOrDefault(table, Map.of()));
    }

    @Override
    public synchronized void write(List<Change> changes) throws JournalException {
        if (failures > 0) {
            failures--;
            throw new JournalException("the disk is full", "Make room");
        }
        for (Change change : changes) {
            Map<String, String> table = rows.computeIfAbsent(change.table(), it -> new LinkedHashMap<>());
            change.value().ifPresentOrElse(it -> table.put(change.key(), it), () -> table.remove(change.key()));
        }
    }

    @Override
    public void close() {}
}
