package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.List;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.market.event.Mailbox;

/** Answers nothing, and takes down the grants that it is told of. */
record Silent(List<String> granted) implements Mailbox {

    @Override
    public void offered(String job, Window window, Instant answersBy) {}

    @Override
    public void granted(String job, Grant grant) {
        granted.add(grant.id());
    }

    @Override
    public void revoked(String job, String grant, LeaseEvent why) {}

    @Override
    public void forgotten(String job) {}
}
