package org.atomizable.scheduler.clear;

import org.atomizable.api.score.Weighting;
import org.atomizable.scheduler.auction.SearchBudget;
import org.atomizable.scheduler.score.Composite;
import org.atomizable.scheduler.score.SchedulerFeature;

/**
 * What bids are worth, and how long the best of them are looked for.
 *
 * @param composite how job's and scheduler's utility and waiting make a score
 * @param weights what the scheduler itself likes
 * @param effort for each clearing
 */
public record BidClearingRules(Composite composite, Weighting<SchedulerFeature> weights, SearchBudget effort) {

    /** Both sides alike, and a search that ends after some hundredths of a second. */
    public static final BidClearingRules DEFAULT = new BidClearingRules(
            Composite.DEFAULT, SchedulerFeature.usualWeights(), new SearchBudget(200, 200_000, () -> false));

    /** Returns the same rules with another composition of scores. */
    public BidClearingRules composedBy(Composite other) {
        return new BidClearingRules(other, weights, effort);
    }

    /** Returns the same rules for a scheduler that likes other things. */
    public BidClearingRules weighing(Weighting<SchedulerFeature> other) {
        return new BidClearingRules(composite, other, effort);
    }
}
