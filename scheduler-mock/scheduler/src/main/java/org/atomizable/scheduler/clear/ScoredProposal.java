package org.atomizable.scheduler.clear;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.atomizable.api.score.Features;
import org.atomizable.scheduler.auction.WeightedInterval;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.score.Composite;
import org.atomizable.scheduler.score.SchedulerFeature;

/**
 * A proposal and its score.
 *
 * @param seenFeatures the features that the scheduler observes
 * @param seen the scheduler's utility, in [0, 1]
 * @param score the total score, from both utilities and the waiting time
 * @param own the part of the score that comes from the job's declarations
 */
public record ScoredProposal(
        Proposal proposal, Features<SchedulerFeature> seenFeatures, double seen, double score, double own) {

    static ScoredProposal of(Proposal proposal, Duration shortest, BidClearingRules rules) {
        Bidder bidder = proposal.bidder();
        Interval window =
                new Interval(proposal.window().opens(), proposal.window().closes());
        double memory = (double) proposal.memory().count()
                / proposal.window().capacity().count();
        Features<SchedulerFeature> seenFeatures =
                SchedulerFeature.of(proposal.time(), window, shortest, memory, bidder.deficit());
        double seen = rules.weights().of(seenFeatures);
        Composite composite = rules.composite();
        double score = composite.score(proposal.variant().utility(), seen, bidder.rho(), bidder.waited());
        double own = composite.lambda() * bidder.rho() * proposal.variant().utility();
        return new ScoredProposal(proposal, seenFeatures, seen, score, own);
    }

    /** Returns what is cleared: the score for each second. */
    public double weight() {
        return Composite.weight(score, proposal.time().nanos());
    }

    /** Returns the part of the weight that is the job's word. */
    double ownWeight() {
        return Composite.weight(own, proposal.time().nanos());
    }

    /** Returns it as one of a job's wishes for all windows that are cleared together, counting time from an instant. */
    WeightedInterval bid(Instant epoch) {
        Proposal of = proposal;
        WeightedInterval alone = WeightedInterval.of(
                of.bidder().job(),
                name(of.variant().id()),
                of.window().slice().id(),
                epoch.until(of.time().from(), ChronoUnit.NANOS),
                epoch.until(of.time().to(), ChronoUnit.NANOS),
                weight());
        return of.variant().after().map(earlier -> alone.after(name(earlier))).orElse(alone);
    }

    private String name(String variant) {
        return proposal.window().id() + " " + variant;
    }
}
