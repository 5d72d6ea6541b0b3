package org.atomizable.profiler.fit;

import java.util.Optional;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The largest observations, at most a fifth of all, described by a {@link GeneralizedPareto} distribution of how far they exceed the
 * rest, so that quantiles can be named that are rarer than what was observed.
 *
 * <p>That is more than any order statistic can, and it is no proof: it supposes that the tail goes on as it began. So it is only
 * there if {@value #FEWEST_EXCESSES} observations or more make a tail whose fit an {@linkplain AndersonDarling Anderson-Darling
 * test} does not doubt, never names a quantile rarer than a tenth of the rarest observed, and never more than
 * {@value #MOST_OVER_LARGEST} times the largest observation.
 */
final class ParetoTail {

    private static final int FEWEST_EXCESSES = 30;

    /** More tell little more of the tail, and cost time. */
    private static final int MOST_EXCESSES = 64;

    private static final int ONE_IN = 5;
    private static final double RARER = 10;
    private static final double MOST_OVER_LARGEST = 4;
    private static final double MOST_SHAPE = 3;
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    /**
     * The tails that are possible with a confidence.
     *
     * @param beyond the most probability that lies beyond the threshold
     * @param floor the least likelihood of a tail
     */
    private record Limits(double confidence, double beyond, double floor) {}

    private final int observations;
    private final double threshold;
    private final double[] excesses;
    private final GeneralizedPareto fit;
    private volatile @Nullable Limits newest;

    private ParetoTail(int observations, double threshold, double[] excesses, GeneralizedPareto fit) {
        this.observations = observations;
        this.threshold = threshold;
        this.excesses = excesses;
        this.fit = fit;
    }

    /** Fits a tail; empty if there are too few observations for one, or it does not look like one. */
    static Optional<ParetoTail> of(Ordered observed) {
        int n = observed.size();
        int count = Math.min(MOST_EXCESSES, n / ONE_IN);
        if (count < FEWEST_EXCESSES) {
            return Optional.empty();
        }
        double threshold = observed.ofRank(n - count);
        double[] excesses = new double[count];
        for (int i = 0; i < count; i++) {
            excesses[i] = observed.ofRank(n - count + 1 + i) - threshold;
        }
        // Where many are the same, this is no continuous distribution, and steps have no tail.
        if (excesses[0] == 0 || excesses[0] == excesses[count - 1]) {
            return Optional.empty();
        }
        GeneralizedPareto fit = GeneralizedPareto.fit(excesses);
        return AndersonDarling.doubts(fit, excesses)
                ? Optional.empty()
                : Optional.of(new ParetoTail(n, threshold, excesses, fit));
    }

    /** Tells whether a quantile is not too rare to be named. */
    boolean supports(double q) {
        return q * RARER * observations >= 1;
    }

    /** Returns what the rarest quantile that can be named most likely is. */
    double rarest() {
        double q = 1 / (RARER * observations);
        return Math.min(most(), threshold + fit.exceededWith(q * observations / excesses.length));
    }

    /**
     * Returns the upper confidence limit of the {@code (1 - q)}-quantile, and at least the largest observation. Half the doubt is
     * about how many lie beyond the threshold, by the exact limit of a binomial; half about how far, by the profile likelihood.
     *
     * @param q such as is {@linkplain #supports supported}
     */
    double limit(double q, double confidence) {
        Limits limits = limits(confidence);
        return Math.min(most(), threshold + limitOfExcess(q / limits.beyond(), limits.floor()));
    }

    /** Many quantiles are asked for with the same confidence. */
    private Limits limits(double confidence) {
        Limits known = newest;
        if (known != null && known.confidence() == confidence) {
            return known;
        }
        // The interval leaves out as much on either side: half the doubt above it.
        double beyond = ClopperPearson.high((double) excesses.length / observations, observations, confidence);
        double drop = Math.pow(NORMAL.inverseCumulativeProbability(1 - (1 - confidence) / 2), 2) / 2;
        Limits limits = new Limits(confidence, beyond, fit.meanLogDensity(excesses) - drop / excesses.length);
        newest = limits;
        return limits;
    }

    /** The most that an excess exceeded with probability {@code p} can be for the likelihood to stay above a floor. */
    private double limitOfExcess(double p, double floor) {
        double largest = excesses[excesses.length - 1];
        if (p >= 1) {
            return largest;
        }
        double inside = Math.max(largest, fit.exceededWith(p));
        if (likelihood(inside, p) < floor) {
            return inside;
        }
        double outside = 2 * inside;
        while (outside < most() && likelihood(outside, p) >= floor) {
            inside = outside;
            outside *= 2;
        }
        while (outside - inside > 1e-3 * outside) {
            double middle = (inside + outside) / 2;
            if (likelihood(middle, p) >= floor) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        return outside;
    }

    /** The best mean log-likelihood under which an excess is exceeded with probability {@code p}. */
    private double likelihood(double excess, double p) {
        return GeneralizedPareto.maximum(
                        shape -> new GeneralizedPareto(shape, excess / GeneralizedPareto.spread(shape, p))
                                .meanLogDensity(excesses),
                        GeneralizedPareto.LEAST_SHAPE,
                        MOST_SHAPE,
                        1e-4)
                .getValue();
    }

    private double most() {
        return MOST_OVER_LARGEST * (threshold + excesses[excesses.length - 1]);
    }
}
