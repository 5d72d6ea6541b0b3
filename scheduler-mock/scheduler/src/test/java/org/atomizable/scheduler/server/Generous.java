package org.atomizable.scheduler.server;

import java.time.Duration;
import java.time.Instant;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.market.OneSlice;
import org.atomizable.scheduler.offer.OfferRules;

/** A slice that is always free, offered again and again at once, and time enough for the slowest machine to answer. */
public final class Generous {

    public static final OneSlice ALWAYS =
            new OneSlice(new Interval(Instant.parse("1990-01-01T00:00:00Z"), Instant.parse("2090-01-01T00:00:00Z")));

    public static final OfferRules PATIENT = new OfferRules(
            Duration.ZERO,
            new OfferRules.Lengths(Duration.ofSeconds(1), Duration.ofMinutes(10)),
            OfferRules.Inquiry.within(Duration.ofMinutes(1)),
            new OfferRules.Pauses(Duration.ZERO, Duration.ZERO));

    private Generous() {}

    /** Returns the options of a scheduler that offers this slice so, and takes back what nobody begins within minutes. */
    public static SchedulerOptions options() {
        return SchedulerOptions.of(ALWAYS)
                .offering(PATIENT)
                .leasing(new LeaseRules(Duration.ofMinutes(5), Duration.ofMillis(100)));
    }
}
