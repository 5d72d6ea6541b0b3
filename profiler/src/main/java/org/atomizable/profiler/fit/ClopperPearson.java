package org.atomizable.profiler.fit;

import org.apache.commons.math3.distribution.BetaDistribution;

/**
 * The exact confidence interval of a probability, from how often an event was seen (Clopper and Pearson, 1934).
 *
 * @param low lower limit, in [0, 1]
 * @param high upper limit, in [0, 1]
 */
public record ClopperPearson(double low, double high) {

    /**
     * Returns the two-sided interval.
     *
     * @param seen how often, from 0 to {@code tries}
     * @param tries 1 or more
     * @param confidence that it covers the probability, in (0, 1)
     */
    public static ClopperPearson of(long seen, long tries, double confidence) {
        if (tries < 1 || seen < 0 || seen > tries || !(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException(
                    "no interval for %s of %s at confidence %s".formatted(seen, tries, confidence));
        }
        return ofShare((double) seen / tries, (double) tries, confidence);
    }

    /**
     * Returns the same where tries are not independent, and so count as fewer.
     *
     * @param share how often, of all tries, in [0, 1]
     * @param tries as how many they count, more than 0
     */
    public static ClopperPearson ofShare(double share, double tries, double confidence) {
        double seen = share * tries;
        double low = share == 0 ? 0 : quantile(seen, tries - seen + 1, (1 - confidence) / 2);
        return new ClopperPearson(low, high(share, tries, confidence));
    }

    /** Returns the upper limit alone, which leaves out half of the doubt. */
    static double high(double share, double tries, double confidence) {
        double seen = share * tries;
        return share == 1 ? 1 : quantile(seen + 1, tries - seen, 1 - (1 - confidence) / 2);
    }

    private static double quantile(double alpha, double beta, double p) {
        // It draws nothing, and a generator of random numbers would cost more than the quantile.
        return new BetaDistribution(null, alpha, beta).inverseCumulativeProbability(p);
    }
}
