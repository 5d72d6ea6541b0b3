package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.market.event.Mailbox;

/** Answers nothing, and records the windows and grants that it receives. */
class Silent implements Mailbox {

    final List<Window> offers = new ArrayList<>();
    final List<Grant> grants = new ArrayList<>();

    @Override
    public void offered(String job, Window window, Instant answersBy) {
        offers.add(window);
    }

    @Override
    public void granted(String job, Grant grant) {
        grants.add(grant);
    }

    @Override
    public void revoked(String job, String grant, LeaseEvent why) {}

    @Override
    public void forgotten(String job) {}
}
