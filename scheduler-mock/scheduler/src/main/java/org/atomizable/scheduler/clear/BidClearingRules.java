package org.atomizable.scheduler.clear;

import org.atomizable.api.score.Weighting;
import org.atomizable.scheduler.auction.SearchBudget;
import org.atomizable.scheduler.score.Composite;
import org.atomizable.scheduler.score.SchedulerFeature;

/**
 * The rules of a clearing: the weights of a score, and the limits of the search.
 *
 * @param composite how the job's utility, the scheduler's utility and the waiting time make a score
 * @param weights the weights of the scheduler's own features
 * @param effort the limits of the search in each clearing
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
