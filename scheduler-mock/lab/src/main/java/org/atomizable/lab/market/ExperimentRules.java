package org.atomizable.lab.market;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.atomizable.scheduler.clear.BidClearing;
import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.market.MarketRules;
import org.atomizable.scheduler.market.tenant.TenantRules;
import org.atomizable.scheduler.offer.OfferRules;

/**
 * The rules of a competition.
 *
 * @param slices with a window each, once a minute; 1 to 50
 * @param minutes of virtual time, 1 or more
 * @param exchange how bids are scored and cleared
 * @param paying whether winners pay second prices
 * @param seed of everything that is drawn
 */
record ExperimentRules(int slices, int minutes, BidClearingRules exchange, boolean paying, long seed) {

    /** The shortest part of a window that is offered. */
    private static final Duration SHORTEST = Duration.ofSeconds(10);

    /** No budget ends: an hour's credits pay for any number of windows. */
    private static final double CREDITS_PER_HOUR = 1e9;

    /** Jobs send no heartbeats, as no lease is longer than this. */
    private static final Duration LEASE_PATIENCE = Duration.ofMinutes(2);

    /** Refuses an experiment without a window, and one that would take too long. */
    public ExperimentRules {
        if (slices < 1 || slices > 50 || minutes < 1 || minutes > 1_000_000) {
            throw new IllegalArgumentException(
                    "an experiment has 1 to 50 slices and 1 to 1,000,000 minutes, was asked for %s and %s"
                            .formatted(slices, minutes));
        }
    }

    /** Returns the rules of a market that offers every window to all of so many jobs. */
    MarketRules market(int jobs) {
        OfferRules offers =
                OfferRules.DEFAULT.withLengths(SHORTEST, PeriodicHoles.PERIOD).withAudience(jobs);
        TenantRules tenants = new TenantRules(Map.of(), paying ? Optional.of(CREDITS_PER_HOUR) : Optional.empty());
        return new MarketRules(
                offers,
                (window, candidates) -> Optional.empty(), // every job bids
                new LeaseRules(LEASE_PATIENCE, LeaseRules.DEFAULT.transit()),
                jobs,
                BidClearing.optimal(),
                exchange,
                tenants);
    }
}
