package org.atomizable.scheduler.journal;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.atomizable.api.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes on a separate thread, and all waiting changes at once: one write to disk serves all changes that came during
 * the previous one. If the disk is full, it tries again until there is room. Until then nothing is announced, and
 * nothing is lost.
 */
public final class GroupCommitWriter implements JournalWriter {

    private static final Logger LOG = LoggerFactory.getLogger(GroupCommitWriter.class);
    private static final Duration AGAIN = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private record Entry(List<Change> changes, Runnable afterwards, CountDownLatch written) {}

    private final Journal journal;
    private final TimeSource time;
    private final Deque<Entry> waiting = new ArrayDeque<>();
    private final Thread writer;
    private final Duration patience;
    private int unfinished;
    private boolean closed;
    private volatile boolean stuck;

    /** Starts to write. */
    public GroupCommitWriter(Journal journal, TimeSource time) {
        this(journal, time, PATIENCE);
    }

    GroupCommitWriter(Journal journal, TimeSource time, Duration patience) {
        this.journal = journal;
        this.time = time;
        this.patience = patience;
        this.writer = new Thread(this::write, "atomizable-journal");
        this.writer.setDaemon(true);
        this.writer.start();
    }

    @Override
    public Submitted submit(List<Change> changes, Runnable afterwards) {
        Entry entry = new Entry(List.copyOf(changes), afterwards, new CountDownLatch(1));
        synchronized (this) {
            if (unfinished > 0 || !changes.isEmpty()) {
                unfinished++;
                waiting.add(entry);
                notifyAll();
                // Also without changes: what is answered may follow from one that is not written yet.
                return () -> await(entry);
            }
            // Nothing to be written, and nothing before it: there is no need to wake anybody.
            afterwards.run();
        }
        return () -> {};
    }

    @Override
    public boolean stuck() {
        return stuck;
    }

    private void await(Entry entry) throws JournalException, InterruptedException {
        if (!entry.written().await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new JournalException(
                    "the journal could not be written for %s s".formatted(patience.toSeconds()),
                    "Make room on its disk; the scheduler then continues by itself. Then send the same request again.");
        }
    }

    private void write() {
        try {
            List<Entry> next = take();
            while (!next.isEmpty()) {
                if (!written(next)) {
                    return;
                }
                for (Entry entry : next) {
                    afterwards(entry);
                }
                next = take();
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized List<Entry> take() throws InterruptedException {
        while (waiting.isEmpty() && !closed) {
            wait();
        }
        List<Entry> next = new ArrayList<>(waiting);
        waiting.clear();
        return next;
    }

    /** Returns whether it was; it was not if the scheduler stops while nothing can be written. */
    private boolean written(List<Entry> next) throws InterruptedException {
        List<Change> all = new ArrayList<>();
        next.forEach(it -> all.addAll(it.changes()));
        while (!all.isEmpty()) {
            try {
                journal.write(all);
                if (stuck) {
                    LOG.info("the journal can be written again");
                }
                stuck = false;
                return true;
            } catch (JournalException failed) {
                if (!stuck) {
                    LOG.error("nothing is granted until the journal can be written: {}", failed.getMessage());
                }
                stuck = true;
                if (stopping()) {
                    return false;
                }
                time.sleep(AGAIN);
            }
        }
        return true;
    }

    private synchronized boolean stopping() {
        return closed;
    }

    private void afterwards(Entry entry) {
        try {
            entry.afterwards().run();
        } catch (RuntimeException defect) {
            LOG.error("the answers to requests that were written could not be sent", defect);
        }
        entry.written().countDown();
        synchronized (this) {
            unfinished--;
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        try {
            writer.join(patience.toMillis());
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }
}
