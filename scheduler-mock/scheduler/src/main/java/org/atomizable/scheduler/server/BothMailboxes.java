package org.atomizable.scheduler.server;

import java.time.Instant;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.event.PressureOrder;
import org.atomizable.scheduler.market.job.JobEnd;

/** Tells two mailboxes everything, one after the other. */
public record BothMailboxes(Mailbox first, Mailbox second) implements Mailbox {

    @Override
    public void offered(String job, Window window, Instant answersBy) {
        first.offered(job, window, answersBy);
        second.offered(job, window, answersBy);
    }

    @Override
    public void granted(String job, Grant grant) {
        first.granted(job, grant);
        second.granted(job, grant);
    }

    @Override
    public void revoked(String job, String grant, LeaseEvent why) {
        first.revoked(job, grant, why);
        second.revoked(job, grant, why);
    }

    @Override
    public void pressed(String job, PressureOrder order) {
        first.pressed(job, order);
        second.pressed(job, order);
    }

    @Override
    public void ended(String job, JobEnd end) {
        first.ended(job, end);
        second.ended(job, end);
    }

    @Override
    public void forgotten(String job) {
        first.forgotten(job);
        second.forgotten(job);
    }
}
