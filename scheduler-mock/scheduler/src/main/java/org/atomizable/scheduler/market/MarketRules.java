package org.atomizable.scheduler.market;

import java.util.Optional;
import org.atomizable.scheduler.clear.BidClearing;
import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.market.pressure.PressureRules;
import org.atomizable.scheduler.market.tenant.TenantRules;
import org.atomizable.scheduler.offer.OfferRules;

/**
 * The rules of a market.
 *
 * @param policy chooses the winner of a window with signals
 * @param mostJobs the maximum number of jobs that wait or run at one time; as many that have ended are remembered
 * @param clearing chooses the winners of windows with bids
 * @param scoring the scores of bids, and the limits of a search
 * @param tenants the weights, quotas and credits of tenants
 * @param pressure how the node's memory is watched; empty if it is not
 */
public record MarketRules(
        OfferRules offers,
        SelectionPolicy policy,
        LeaseRules leases,
        int mostJobs,
        BidClearing clearing,
        BidClearingRules scoring,
        TenantRules tenants,
        Optional<PressureRules> pressure) {

    /** Makes rules under which the node's memory is not watched. */
    public MarketRules(
            OfferRules offers,
            SelectionPolicy policy,
            LeaseRules leases,
            int mostJobs,
            BidClearing clearing,
            BidClearingRules scoring,
            TenantRules tenants) {
        this(offers, policy, leases, mostJobs, clearing, scoring, tenants, Optional.empty());
    }

    /** Makes rules under which bids are cleared optimally and tenants are alike. */
    public MarketRules(OfferRules offers, SelectionPolicy policy, LeaseRules leases, int mostJobs) {
        this(offers, policy, leases, mostJobs, BidClearing.optimal(), BidClearingRules.DEFAULT, TenantRules.DEFAULT);
    }

    /** Returns the same rules for a node whose memory is watched. */
    public MarketRules watching(PressureRules memory) {
        return new MarketRules(offers, policy, leases, mostJobs, clearing, scoring, tenants, Optional.of(memory));
    }
}
