package org.atomizable.scheduler.market;

import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.clear.Clearing;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.offer.OfferRules;

/**
 * The rules of a market.
 *
 * @param clearing the policy for windows with signals
 * @param mostJobs the maximum number of jobs that wait or run at one time; as many that have ended are remembered
 * @param exchange the clearing of windows with bids
 * @param tenants the weights, quotas and credits of tenants
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
