package org.atomizable.api.score;

/**
 * Computes how much a job wants a subjob, from the features that it declares. Implement it if a {@link Weighting} is
 * not sufficient. An implementation is pure: the same features always give the same utility.
 */
@FunctionalInterface
public interface Utility {

    /** The default: it weighs useful time most, then progress and the deadline. */
    Utility USUAL = Weighting.ofJobs()::of;

    /**
     * Returns the utility.
     *
     * @return in [0, 1], and at most the largest feature: a scheduler refuses a bid that claims more
     */
    double of(Features<JobFeature> features);
}
