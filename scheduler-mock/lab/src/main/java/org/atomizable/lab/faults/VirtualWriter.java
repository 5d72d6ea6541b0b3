package org.atomizable.lab.faults;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.atomizable.scheduler.journal.Change;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.JournalWriter;
import org.atomizable.scheduler.journal.Table;

/**
 * Writes a scheduler's journal as its own writer does, in groups and with patience, but in simulated time. Dies with the scheduler: at once,
 * before its next write, or between that and telling of it.
 */
final class VirtualWriter implements JournalWriter {

    private static final Duration AGAIN = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int LONGEST_MICROS = 6000;

    private static final class Entry {
        private final List<Change> changes;
        private final Runnable afterwards;
        private final List<Strand> waiting = new ArrayList<>();
        private boolean written;

        Entry(List<Change> changes, Runnable afterwards) {
            this.changes = changes;
            this.afterwards = afterwards;
        }
    }

    /** When a scheduler dies. */
    enum Death {
        NOT_YET,
        BEFORE_WRITING,
        BEFORE_TELLING
    }

    private final SimulatedTime time;
    private final Journal journal;
    private final SplittableRandom chance;
    private final Runnable dies;
    private final Deque<Entry> queue = new ArrayDeque<>();
    private Death death = Death.NOT_YET;
    private boolean failing;
    private boolean stuck;
    private boolean dead;

    /**
     * Makes one.
     *
     * @param dies is told when the scheduler dies of a write
     */
    VirtualWriter(SimulatedTime time, Journal journal, SplittableRandom chance, Runnable dies) {
        this.time = time;
        this.journal = journal;
        this.chance = chance;
        this.dies = dies;
    }

    void dieAtNextWrite(Death when) {
        death = when;
    }

    void fail(boolean now) {
        failing = now;
    }

    /** Stops writing. Callers that wait get no answer. */
    void die() {
        dead = true;
        queue.forEach(entry -> entry.waiting.forEach(Strand::wake));
        queue.clear();
    }

    boolean isIdle() {
        return queue.isEmpty();
    }

    @Override
    public Submitted submit(List<Change> changes, Runnable afterwards) {
        if (dead) {
            return VirtualWriter::unanswered;
        }
        if (changes.isEmpty() && queue.isEmpty()) {
            afterwards.run();
            return () -> {};
        }
        Entry entry = new Entry(List.copyOf(changes), afterwards);
        queue.add(entry);
        if (queue.size() == 1) {
            time.schedule(Duration.ofNanos(1000L * (100 + chance.nextInt(LONGEST_MICROS))), this::write);
        }
        return () -> await(entry);
    }

    private void await(Entry entry) throws JournalException {
        Strand strand = time.running();
        long given = time.elapsed() + PATIENCE.toNanos();
        while (!entry.written) {
            if (dead || time.elapsed() >= given) {
                unanswered();
            }
            entry.waiting.add(strand);
            strand.await(Duration.ofNanos(given - time.elapsed()));
        }
    }

    private static void unanswered() throws JournalException {
        throw JournalException.damaged(Table.META, "any", new IllegalStateException("not written"));
    }

    private void write() {
        if (dead) {
            return;
        }
        if (failing) {
            stuck = true;
            time.schedule(AGAIN, this::write);
            return;
        }
        stuck = false;
        List<Entry> group = List.copyOf(queue);
        List<Change> all = group.stream().flatMap(it -> it.changes.stream()).toList();
        if (!all.isEmpty() && death == Death.BEFORE_WRITING) {
            dies.run();
            return;
        }
        try {
            journal.write(all);
        } catch (JournalException impossible) {
            throw new IllegalStateException(impossible);
        }
        if (!all.isEmpty() && death == Death.BEFORE_TELLING) {
            dies.run();
            return;
        }
        group.forEach(this::tell);
        if (!queue.isEmpty()) {
            time.schedule(Duration.ofNanos(1000L * (100 + chance.nextInt(LONGEST_MICROS))), this::write);
        }
    }

    private void tell(Entry entry) {
        queue.remove(entry);
        entry.afterwards.run();
        entry.written = true;
        entry.waiting.forEach(Strand::wake);
    }

    @Override
    public boolean stuck() {
        return stuck || dead;
    }

    @Override
    public void close() {
        // The writer ends with its scheduler.
    }
}
