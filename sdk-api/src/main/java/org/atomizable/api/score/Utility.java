package org.atomizable.api.score;

/**
 * How much a job wants a subjob, from what it declares of it. Write one where a {@link Weighting} does not say it. Pure: the same
 * features always give the same utility.
 */
@FunctionalInterface
public interface Utility {

    /** Useful time first, then progress and the deadline. */
    Utility USUAL = Weighting.ofJobs()::of;

    /**
     * Returns the utility.
     *
     * @return in [0, 1], and no more than the greatest of the features: a scheduler refuses a bid that claims more
     */
    double of(Features<JobFeature> features);
}
