package org.atomizable.scheduler.clear;

import org.atomizable.api.score.Weighting;
import org.atomizable.scheduler.auction.SearchBudget;
import org.atomizable.scheduler.score.Composite;
import org.atomizable.scheduler.score.SchedulerFeature;
import org.atomizable.scheduler.score.Worth;

/**
 * The rules of a clearing: the weights of a score, and the limits of the search.
 *
 * @param composite how the job's utility, the scheduler's utility and the waiting time make a score
 * @param weights the weights of the scheduler's own features
 * @param effort the limits of the search in each clearing
 * @param worth what a score of 1 is worth
 * @param booksAhead whether all winners of a window are granted their parts of it at once. Otherwise one job
 *     wins each window, and what it leaves is offered again, so that no slice waits for a later start
 */
public record BidClearingRules(
        Composite composite,
        Weighting<SchedulerFeature> weights,
        SearchBudget effort,
        Worth worth,
        boolean booksAhead) {

    /** Both sides alike, a search that ends after some hundredths of a second, and the least remaining work first. */
    public static final BidClearingRules DEFAULT = new BidClearingRules(
            Composite.DEFAULT,
            SchedulerFeature.usualWeights(),
            new SearchBudget(200, 200_000, () -> false),
            Worth.REMAINING_WORK,
            false);

    /** The same as JASDA is published: the most valuable seconds first, and windows are booked as a whole. */
    public static final BidClearingRules PUBLISHED = DEFAULT.asPublished();

    /** Returns the same rules with another composition of scores. */
    public BidClearingRules composedBy(Composite other) {
        return new BidClearingRules(other, weights, effort, worth, booksAhead);
    }

    /** Returns the same rules for a scheduler that likes other things. */
    public BidClearingRules weighing(Weighting<SchedulerFeature> other) {
        return new BidClearingRules(composite, other, effort, worth, booksAhead);
    }

    /** Returns the same scores, cleared as JASDA is published. */
    public BidClearingRules asPublished() {
        return new BidClearingRules(composite, weights, effort, Worth.SECONDS, true);
    }
}
