package org.atomizable.scheduler.clear;

import org.atomizable.api.score.Weighting;
import org.atomizable.scheduler.auction.Effort;
import org.atomizable.scheduler.score.Composite;
import org.atomizable.scheduler.score.SchedulerFeature;

/**
 * What bids are worth, and how long the best of them are looked for.
 *
 * @param composite how job's and scheduler's utility and waiting make a score
 * @param weights what the scheduler itself likes
 * @param effort for each clearing
 */
public record ExchangeRules(Composite composite, Weighting<SchedulerFeature> weights, Effort effort) {

    /** Both sides alike, and a search that ends after some hundredths of a second. */
    public static final ExchangeRules DEFAULT = new ExchangeRules(
            Composite.DEFAULT, SchedulerFeature.usualWeights(), new Effort(200, 200_000, () -> false));

    /** Returns the same rules with another composition of scores. */
    public ExchangeRules composedBy(Composite other) {
        return new ExchangeRules(other, weights, effort);
    }

    /** Returns the same rules for a scheduler that likes other things. */
    public ExchangeRules weighing(Weighting<SchedulerFeature> other) {
        return new ExchangeRules(composite, other, effort);
    }
}
