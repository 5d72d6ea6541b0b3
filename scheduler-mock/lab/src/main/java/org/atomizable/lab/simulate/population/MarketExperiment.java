package org.atomizable.lab.simulate.population;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.lab.simulate.market.ReservedSlices;
import org.atomizable.scheduler.clear.BidClearing;
import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.market.MarketRules;
import org.atomizable.scheduler.market.tenant.TenantRules;
import org.atomizable.scheduler.offer.OfferRules;
import org.atomizable.testkit.scheduler.VirtualMarket;

/**
 * Lets a population compete on the scheduler's own market, in virtual time. Every job always has more to do than it gets, so that
 * windows are always wanted.
 *
 * @param slices with a window each, once a minute; 1 to 50
 * @param minutes of virtual time, 1 or more
 * @param exchange how bids are scored and cleared
 * @param paying whether winners pay second prices
 * @param seed of everything that is drawn
 */
record MarketExperiment(int slices, int minutes, BidClearingRules exchange, boolean paying, long seed) {

    private static final int MOST_MINUTES = 100_000;
    private static final int TENANTS = 4;

    /** The shortest part of a window that is offered. */
    private static final Duration SHORTEST = Duration.ofSeconds(10);

    /** No budget ends: an hour's credits pay for any number of windows. */
    private static final double CREDITS_PER_HOUR = 1e9;

    /** Refuses an experiment without a window, and one that would take too long. */
    MarketExperiment {
        if (slices < 1 || slices > 50 || minutes < 1 || minutes > MOST_MINUTES) {
            throw new IllegalArgumentException(
                    "an experiment has 1 to 50 slices and 1 to %s minutes, was asked for %s and %s"
                            .formatted(MOST_MINUTES, slices, minutes));
        }
    }

    /**
     * Runs it.
     *
     * @param progress gets the number of simulated minutes, after each of them
     */
    ExperimentReport run(Population population, LongConsumer progress) {
        VirtualTime time = VirtualTime.create();
        Instant start = time.now();
        SplittableRandom random = new SplittableRandom(seed);
        List<Strategy> strategies = population.strategies();
        Measurements measurements = new Measurements(time, this);
        ReservedSlices holes =
                new ReservedSlices(PeriodicHoles.slices(slices, random.nextLong(), minutes), start, false);
        try (VirtualMarket market = new VirtualMarket(time, holes, rules(strategies.size()), measurements, List.of())) {
            for (int i = 0; i < strategies.size(); i++) {
                Bidder bidder = new Bidder(i, strategies.get(i), "tenant-" + i % TENANTS, random.split(), start);
                String id = market.register(bidder.request());
                market.deliver(id, new BidderMailbox(bidder, market.market(), time));
                measurements.registered(id, bidder);
            }
            for (int minute = 1; minute <= minutes; minute++) {
                // By then all leases of this minute are over, and the next windows are not yet announced.
                time.advanceTo(
                        start.plus(PeriodicHoles.PERIOD.multipliedBy(minute)).plus(PeriodicHoles.FIRST.dividedBy(2)));
                progress.accept(minute);
            }
            return measurements.report(market.market());
        }
    }

    /** Every window is offered to all jobs. */
    private MarketRules rules(int jobs) {
        return new MarketRules(
                OfferRules.DEFAULT.withLengths(SHORTEST, PeriodicHoles.PERIOD).withAudience(jobs),
                new MarketRules.Awarding((window, candidates) -> Optional.empty(), BidClearing.optimal(), exchange),
                VirtualMarket.LEASES,
                jobs,
                new TenantRules(Map.of(), paying ? Optional.of(CREDITS_PER_HOUR) : Optional.empty()));
    }
}
