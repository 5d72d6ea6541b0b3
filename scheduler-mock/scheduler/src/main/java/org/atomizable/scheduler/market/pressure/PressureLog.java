package org.atomizable.scheduler.market.pressure;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.atomizable.scheduler.journal.Table;
import org.atomizable.scheduler.market.change.PendingChanges;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The newest records of what was done because memory was scarce, here and in the journal. Guarded by the market's lock. */
public final class PressureLog {

    private static final Logger LOG = LoggerFactory.getLogger(PressureLog.class);
    static final int MOST = 2000;

    private final PendingChanges changes;
    private final Deque<PressureRecord> newest = new ArrayDeque<>();
    private final Map<String, Long> counts = new HashMap<>();
    private long next;

    /** Makes an empty log. */
    public PressureLog(PendingChanges changes) {
        this.changes = changes;
    }

    /** Goes on with what a journal kept, oldest first. */
    public void restore(Map<String, PressureRecord> kept) {
        kept.forEach((key, entry) -> {
            newest.add(entry);
            next = Math.max(next, Long.parseLong(key) + 1);
        });
    }

    void add(PressureRecord entry) {
        LOG.info(
                "memory {}: {} {}{}",
                entry.level(),
                entry.did(),
                entry.job().orElse("the node"),
                entry.cause().isEmpty() ? "" : ": " + entry.cause());
        newest.add(entry);
        counts.merge(entry.did(), 1L, Long::sum);
        changes.changed(Table.PRESSURE, key(next), () -> Optional.of(entry));
        next++;
        if (newest.size() > MOST) {
            newest.remove();
            changes.changed(Table.PRESSURE, key(next - 1 - MOST), Optional::empty);
        }
    }

    /** Returns all records, oldest first. */
    public List<PressureRecord> all() {
        return List.copyOf(newest);
    }

    /** Returns how often something was done since the start, by the name of what was done. */
    public Map<String, Long> counts() {
        return Map.copyOf(counts);
    }

    private static String key(long number) {
        return String.format(Locale.ROOT, "%012d", number);
    }
}
