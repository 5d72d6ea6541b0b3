package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.event.PressureOrder;
import org.atomizable.scheduler.market.job.JobEnd;

/** Holds messages back until the changes that they depend on are written. Guarded by the market's lock. */
final class Outbox implements Mailbox {

    private final Mailbox mailbox;
    private List<Runnable> messages = new ArrayList<>();

    Outbox(Mailbox mailbox) {
        this.mailbox = mailbox;
    }

    /** Returns an action that sends all messages so far, in order. */
    Runnable take() {
        List<Runnable> taken = messages;
        messages = new ArrayList<>();
        return () -> taken.forEach(Runnable::run);
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
