package org.atomizable.lab.simulate.market;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.atomizable.api.score.Utility;
import org.atomizable.api.subjob.Mode;
import org.atomizable.core.agent.AgentOptions;
import org.atomizable.core.agent.Negotiation;
import org.atomizable.lab.simulate.workload.Overheads;
import org.atomizable.scheduler.clear.BidClearing;
import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.market.MarketRules;
import org.atomizable.scheduler.market.tenant.TenantRules;
import org.atomizable.scheduler.offer.OfferRules;
import org.atomizable.testkit.scheduler.VirtualMarket;

/**
 * How a market is set up for a simulation.
 *
 * @param name what reports call it
 * @param mode signals or bids
 * @param policies makes what chooses the winner of a window with signals; a new one for each run
 * @param clearing chooses the winners of a window with bids
 * @param offers the rules by which windows are offered
 * @param longestInVain an agent gives up after so long in windows that are all too short
 * @param oneKind whether profiles take all slices for one kind, so that what is measured on one is believed of the others at once
 * @param jobs what its jobs do
 * @param overheads how long restores and checkpoints take; each of them varies
 */
record MarketSetup(
        String name,
        Mode mode,
        Supplier<SelectionPolicy> policies,
        BidClearing clearing,
        OfferRules offers,
        Duration longestInVain,
        boolean oneKind,
        JobConduct jobs,
        Overheads overheads) {

    /** Standard deviation of restores and checkpoints, as a share of their mean. */
    private static final double NOISE = 0.15;

    /** Returns this market with other times of restores and checkpoints. */
    MarketSetup with(Overheads others) {
        return new MarketSetup(name, mode, policies, clearing, offers, longestInVain, oneKind, jobs, others);
    }

    OverheadModel overhead(SplittableRandom random) {
        return new OverheadModel(overheads, NOISE, random);
    }

    MarketRules rules(int most, SelectionPolicy policy) {
        return new MarketRules(
                offers,
                new MarketRules.Awarding(policy, clearing, BidClearingRules.DEFAULT),
                VirtualMarket.LEASES,
                most,
                TenantRules.DEFAULT);
    }

    AgentOptions agents(String tenant) {
        return AgentOptions.DEFAULT
                .negotiating(new Negotiation(mode, Utility.USUAL, tenant))
                .givingUpAfter(longestInVain);
    }
}
