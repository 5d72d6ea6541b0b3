package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.journal.Change;
import org.atomizable.scheduler.journal.JournalWriter;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.market.change.PendingChanges;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.event.PressureOrder;
import org.atomizable.scheduler.market.job.JobEnd;

/** Holds messages back until the changes that they depend on are written. Guarded by the market's lock. */
final class Outbox implements Mailbox {

    private final Mailbox mailbox;
    private final PendingChanges changes;
    private List<Runnable> messages = new ArrayList<>();

    Outbox(Mailbox mailbox, PendingChanges changes) {
        this.mailbox = mailbox;
        this.changes = changes;
    }

    /** Has what has changed written, and after that all messages so far sent, in order. */
    JournalWriter.Submitted submit(JournalWriter writer) {
        List<Runnable> taken = messages;
        messages = new ArrayList<>();
        return writer.submit(changes.take(), () -> taken.forEach(Runnable::run));
    }

    /** Adds rows that are written together with what has changed. */
    void along(List<Change> rows) {
        changes.along(rows);
    }

    @Override
    public void offered(String job, Window window, Instant answersBy) {
        messages.add(() -> mailbox.offered(job, window, answersBy));
    }

    @Override
    public void granted(String job, Grant grant) {
        messages.add(() -> mailbox.granted(job, grant));
    }

    @Override
    public void revoked(String job, String grant, LeaseEvent why) {
        messages.add(() -> mailbox.revoked(job, grant, why));
    }

    @Override
    public void pressed(String job, PressureOrder order) {
        messages.add(() -> mailbox.pressed(job, order));
    }

    @Override
    public void ended(String job, JobEnd end) {
        messages.add(() -> mailbox.ended(job, end));
    }

    @Override
    public void forgotten(String job) {
        messages.add(() -> mailbox.forgotten(job));
    }
}
