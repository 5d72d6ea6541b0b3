package org.atomizable.scheduler.market;

import org.atomizable.scheduler.clear.Clearing;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.offer.OfferRules;

/**
 * The rules of a market.
 *
 * @param mostJobs how many jobs may wait or run at one time; as many that are over are remembered
 */
public record MarketRules(OfferRules offers, Clearing clearing, LeaseRules leases, int mostJobs) {}
