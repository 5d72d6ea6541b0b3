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
                    "no interval for %d of %d at confidence %s".formatted(seen, tries, confidence));
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
        double tail = (1 - confidence) / 2;
        double seen = share * tries;
        double low = share == 0 ? 0 : new BetaDistribution(seen, tries - seen + 1).inverseCumulativeProbability(tail);
        double high =
                share == 1 ? 1 : new BetaDistribution(seen + 1, tries - seen).inverseCumulativeProbability(1 - tail);
        return new ClopperPearson(low, high);
    }
}
