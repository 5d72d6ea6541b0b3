package org.atomizable.lab.simulate.population;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.BidVariant;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.answer.Bids;
import org.atomizable.scheduler.market.event.Mailbox;

/** Answers each window for a bidder at once, and accepts and reports each grant in virtual time. For one thread. */
record BidderMailbox(Bidder bidder, Market market, TimeSource time) implements Mailbox {

    private interface Message {
        void send() throws Refused;
    }

    // The market must not be called from within its own calls: everything is answered by a timer.

    private void after(Duration delay, Message message) {
        time.schedule(delay, () -> {
            try {
                message.send();
            } catch (Refused defect) {
                throw new IllegalStateException("the market refused a bidder's message", defect);
            }
        });
    }

    @Override
    public void offered(String job, Window window, Instant answersBy) {
        after(Duration.ZERO, () -> {
            List<BidVariant> variants = bidder.bids(window, time.now());
            market.answer(window.id(), new Bids(job, variants, variants.isEmpty() ? "silent" : "fits"));
        });
    }

    @Override
    public void granted(String job, Grant grant) {
        bidder.won(time.now());
        Duration until = Duration.between(time.now(), grant.starts());
        after(until, () -> market.accept(grant.id(), bidder.begin(grant)));
        after(until.plus(Bidder.total(grant)), () -> market.report(grant.id(), bidder.end(grant)));
    }

    @Override
    public void revoked(String job, String grant, LeaseEvent why) {
        throw new IllegalStateException("grant %s of bidder %s was revoked: %s".formatted(grant, job, why));
    }

    @Override
    public void forgotten(String job) {
        // It is registered until the end.
    }
}
