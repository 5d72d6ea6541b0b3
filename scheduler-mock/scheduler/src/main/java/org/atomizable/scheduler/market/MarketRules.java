package org.atomizable.scheduler.market;

import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.clear.Clearing;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.offer.OfferRules;

/**
 * The rules of a market.
 *
 * @param clearing among signals
 * @param mostJobs how many jobs may wait or run at one time; as many that are over are remembered
 * @param exchange by which bids are cleared
 * @param tenants what they have a right to
 */
public record MarketRules(
        OfferRules offers,
        Clearing clearing,
        LeaseRules leases,
        int mostJobs,
        BidClearingRules exchange,
        TenantRules tenants) {

    /** Makes rules under which bids are cleared as usual and tenants are alike. */
    public MarketRules(OfferRules offers, Clearing clearing, LeaseRules leases, int mostJobs) {
        this(offers, clearing, leases, mostJobs, BidClearingRules.DEFAULT, TenantRules.DEFAULT);
    }
}
