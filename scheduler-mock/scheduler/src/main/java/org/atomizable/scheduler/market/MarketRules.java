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
 * @param awarding how the winners of a window are chosen
 * @param mostJobs the maximum number of jobs that wait or run at one time; as many that have ended are remembered
 * @param tenants the weights, quotas and credits of tenants
 * @param pressure how the node's memory is watched; empty if it is not
 */
public record MarketRules(
        OfferRules offers,
        Awarding awarding,
        LeaseRules leases,
        int mostJobs,
        TenantRules tenants,
        Optional<PressureRules> pressure) {

    /**
     * How the winners of a window are chosen.
     *
     * @param policy chooses the winner of a window with signals
     * @param clearing chooses the winners of windows with bids
     * @param scoring the scores of bids, and the limits of a search
     */
    public record Awarding(SelectionPolicy policy, BidClearing clearing, BidClearingRules scoring) {

        /** Returns rules under which bids are cleared optimally. */
        public static Awarding by(SelectionPolicy policy) {
            return new Awarding(policy, BidClearing.optimal(), BidClearingRules.DEFAULT);
        }

        /** Returns the same with another policy. */
        public Awarding selectedBy(SelectionPolicy policy) {
            return new Awarding(policy, clearing, scoring);
        }

        /** Returns the same with another clearing. */
        public Awarding clearedBy(BidClearing clearing) {
            return new Awarding(policy, clearing, scoring);
        }

        /** Returns the same with other scores. */
        public Awarding scoredBy(BidClearingRules scoring) {
            return new Awarding(policy, clearing, scoring);
        }
    }

    /** Makes rules under which the node's memory is not watched. */
    public MarketRules(OfferRules offers, Awarding awarding, LeaseRules leases, int mostJobs, TenantRules tenants) {
        this(offers, awarding, leases, mostJobs, tenants, Optional.empty());
    }

    /** Makes rules under which bids are cleared optimally and tenants are alike. */
    public MarketRules(OfferRules offers, SelectionPolicy policy, LeaseRules leases, int mostJobs) {
        this(offers, Awarding.by(policy), leases, mostJobs, TenantRules.DEFAULT);
    }

    /** Returns the same rules with others for offers. */
    public MarketRules offering(OfferRules offers) {
        return new MarketRules(offers, awarding, leases, mostJobs, tenants, pressure);
    }

    /** Returns the same rules with others for the choice of winners. */
    public MarketRules awarding(Awarding awarding) {
        return new MarketRules(offers, awarding, leases, mostJobs, tenants, pressure);
    }

    /** Returns the same rules with others for leases. */
    public MarketRules leasing(LeaseRules leases) {
        return new MarketRules(offers, awarding, leases, mostJobs, tenants, pressure);
    }

    /** Returns the same rules with other rights of tenants. */
    public MarketRules sharedBy(TenantRules tenants) {
        return new MarketRules(offers, awarding, leases, mostJobs, tenants, pressure);
    }

    /** Returns the same rules for a node whose memory is watched. */
    public MarketRules watching(PressureRules memory) {
        return new MarketRules(offers, awarding, leases, mostJobs, tenants, Optional.of(memory));
    }
}
