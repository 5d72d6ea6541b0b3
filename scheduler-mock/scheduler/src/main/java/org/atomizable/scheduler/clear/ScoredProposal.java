package org.atomizable.scheduler.clear;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.atomizable.api.score.Features;
import org.atomizable.scheduler.auction.WeightedInterval;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.score.Composite;
import org.atomizable.scheduler.score.SchedulerFeature;
import org.atomizable.scheduler.score.Worth;

/**
 * A proposal and its score.
 *
 * @param seenFeatures the features that the scheduler observes
 * @param seen the scheduler's utility, in [0, 1]
 * @param score the total score, from both utilities and the waiting time
 * @param own the part of the score that comes from the job's declarations
 * @param worth what a score of 1 is worth
 */
public record ScoredProposal(
        Proposal proposal,
        Features<SchedulerFeature> seenFeatures,
        double seen,
        double score,
        double own,
        double worth) {

    static ScoredProposal of(Proposal proposal, Duration shortest, Duration horizon, BidClearingRules rules) {
        Bidder bidder = proposal.bidder();
        Interval window =
                new Interval(proposal.window().opens(), proposal.window().closes());
        double memory = (double) proposal.memory().count()
                / proposal.window().capacity().count();
        Features<SchedulerFeature> seenFeatures =
                SchedulerFeature.of(taken(proposal, rules), window, shortest, memory, bidder.deficit());
        double seen = rules.weights().of(seenFeatures);
        Composite composite = rules.composite();
        double score = composite.score(proposal.variant().utility(), seen, bidder.rho(), age(proposal, rules));
        double own = composite.lambda() * bidder.rho() * proposal.variant().utility();
        double worth = rules.worth()
                .of(new Worth.Subjob(
                        proposal.variant().from(),
                        proposal.variant().to(),
                        proposal.remaining(),
                        proposal.slack(),
                        bidder.reach(),
                        proposal.window().length(),
                        horizon));
        return new ScoredProposal(proposal, seenFeatures, seen, score, own, worth);
    }

    /** Returns the time that a bid takes from others: without booking ahead, what it leaves at the end is offered again. */
    private static Interval taken(Proposal proposal, BidClearingRules rules) {
        return rules.booksAhead()
                ? proposal.time()
                : new Interval(proposal.time().from(), proposal.window().closes());
    }

    /**
     * By the clock if seconds are cleared. If work is, waiting is held against the need: what patience is by the clock
     * is {@value Precedence#PATIENCE} times the remaining work and the window.
     */
    private static Duration age(Proposal proposal, BidClearingRules rules) {
        Duration waited = proposal.bidder().waited();
        return switch (rules.worth()) {
            case SECONDS -> waited;
            case REMAINING_WORK -> {
                double times = Precedence.patience(
                        waited, proposal.remaining().plus(proposal.window().length()));
                yield rules.composite()
                        .patience()
                        .map(it -> Duration.ofNanos(Math.round(it.toNanos() * times / Precedence.PATIENCE)))
                        .orElse(Duration.ZERO);
            }
        };
    }

    /** Returns what is cleared: the score times the worth. */
    public double weight() {
        return score * worth;
    }

    /** Returns the part of the weight that is the job's word. */
    double ownWeight() {
        return own * worth;
    }

    /**
     * Returns it as one of a job's wishes for all windows that are cleared together, counting time from an instant.
     *
     * @param booksAhead whether others may win what it leaves of its window
     */
    WeightedInterval bid(Instant epoch, boolean booksAhead) {
        Proposal of = proposal;
        Instant to = booksAhead ? of.time().to() : of.window().closes();
        WeightedInterval alone = WeightedInterval.of(
                of.bidder().job(),
                name(of.variant().id()),
                of.window().slice().id(),
                epoch.until(of.time().from(), ChronoUnit.NANOS),
                epoch.until(to, ChronoUnit.NANOS),
                weight());
        return of.variant().after().map(earlier -> alone.after(name(earlier))).orElse(alone);
    }

    private String name(String variant) {
        return proposal.window().id() + " " + variant;
    }
}
