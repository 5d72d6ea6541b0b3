package org.atomizable.scheduler.access;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.journal.Change;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.JournalWriter;
import org.atomizable.scheduler.journal.RowJson;
import org.atomizable.scheduler.journal.Table;

/**
 * Summarizes calls without a valid token in the audit log: one entry per address and minute, in a separate ring.
 * However many such calls come, they displace no entry of a real action. They cost one write when the first comes, and
 * one at the end of the minute. Safe for use by several threads.
 */
public final class TurnedAway implements AutoCloseable {

    /** How the keys of these rows begin. */
    static final String KEY = "turned-away-";

    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final int MOST_ADDRESSES = 50;
    private static final String OTHERS = "other addresses";
    private static final long MOST_ROWS = 10_000;

    private static final class Sum {
        final long row;
        final Instant since;
        long bad;
        long none;
        long written;

        Sum(long row, Instant since) {
            this.row = row;
            this.since = since;
        }

        long all() {
            return bad + none;
        }
    }

    private final JournalWriter writer;
    private final TimeSource time;
    private final Map<String, Sum> sums = new LinkedHashMap<>();
    private TimeSource.Timer timer = () -> {};
    private long next;

    /** Goes on with a journal's sums. */
    public TurnedAway(Journal journal, JournalWriter writer, TimeSource time) throws JournalException {
        this.writer = writer;
        this.time = time;
        for (String key : journal.all(Table.AUDIT).keySet()) {
            if (key.startsWith(KEY)) {
                next = Math.max(next, Long.parseLong(key.substring(KEY.length())) + 1);
            }
        }
    }

    /**
     * Counts a call.
     *
     * @param shown whether it had a token, which was not good
     */
    public synchronized void count(String address, boolean shown) {
        if (sums.isEmpty()) {
            timer = time.schedule(INTERVAL, this::flush);
        }
        String from = sums.containsKey(address) || sums.size() < MOST_ADDRESSES ? address : OTHERS;
        Sum sum = sums.computeIfAbsent(from, it -> new Sum(next++, time.now()));
        if (shown) {
            sum.bad++;
        } else {
            sum.none++;
        }
        if (sum.written == 0) {
            write(Map.of(from, sum));
        }
    }

    private synchronized void flush() {
        if (writer.stuck()) {
            // Entries that cannot be written must not pile up, so the same sums go on growing.
            timer = time.schedule(INTERVAL, this::flush);
            return;
        }
        write(sums);
        sums.clear();
    }

    private void write(Map<String, Sum> written) {
        if (writer.stuck()) {
            return;
        }
        List<Change> changes = new ArrayList<>();
        written.forEach((from, sum) -> {
            if (sum.written != sum.all()) {
                sum.written = sum.all();
                changes.add(row(sum.row, Optional.of(RowJson.write(entry(from, sum)))));
                if (sum.row >= MOST_ROWS) {
                    changes.add(row(sum.row - MOST_ROWS, Optional.empty()));
                }
            }
        });
        writer.submit(changes, () -> {});
    }

    private AuditLog.Entry entry(String from, Sum sum) {
        return new AuditLog.Entry(
                sum.since,
                "somebody at " + from,
                "was turned away",
                "%s calls with a bad token and %s with none, in %s s"
                        .formatted(
                                sum.bad,
                                sum.none,
                                Duration.between(sum.since, time.now()).toSeconds()));
    }

    private static Change row(long number, Optional<String> value) {
        return new Change(Table.AUDIT, KEY + String.format(Locale.ROOT, "%012d", number), value);
    }

    /** Writes what is not written yet. */
    @Override
    public synchronized void close() {
        timer.cancel();
        write(sums);
        sums.clear();
    }
}
