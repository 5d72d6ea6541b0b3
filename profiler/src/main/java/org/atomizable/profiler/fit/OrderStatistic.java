package org.atomizable.profiler.fit;

import java.util.OptionalInt;
import org.apache.commons.math3.special.Beta;
import org.apache.commons.math3.special.Erf;

/**
 * Which of n observations, in ascending order, bounds a quantile with a confidence, whatever the distribution.
 *
 * <p>The observation of rank {@code r} among {@code n} exchangeable ones lies at or above the {@code (1 - q)}-quantile
 * unless {@code n - r} of them or fewer reach that far, so with probability at least {@code 1 - P(Bin(n, q) <= n - r)}.
 * Ties only make it safer. The largest of n serves once {@code (1 - q)^n <= 1 - confidence}; with more observations a lower
 * rank does, which is tighter. See Wilks, Determination of Sample Sizes for Setting Tolerance Limits (1941), and any table
 * of nonparametric one-sided tolerance limits.
 */
public final class OrderStatistic {

    private OrderStatistic() {}

    /**
     * Returns the smallest rank, from 1 to {@code n}, whose observation is at least the {@code (1 - q)}-quantile with the
     * given confidence; empty if not even the largest observation is.
     *
     * @param n number of observations, 0 or more
     * @param q probability that may lie beyond the bound, in (0, 1)
     * @param confidence in (0, 1)
     */
    static OptionalInt rank(int n, double q, double confidence) {
        if (!supports(n, q, confidence)) {
            return OptionalInt.empty();
        }
        double doubt = 1 - confidence;
        // The answer lies close to where a normal distribution has it: gallop from there, then halve.
        int guess = guess(n, q, doubt);
        int step = 1;
        int enough;
        int tooMany;
        if (guess == 0 || atMost(guess, n, q) <= doubt) {
            enough = guess;
            while (enough + step < n && atMost(enough + step, n, q) <= doubt) {
                enough += step;
                step *= 2;
            }
            tooMany = Math.min(n, enough + step);
        } else {
            tooMany = guess;
            while (tooMany - step > 0 && atMost(tooMany - step, n, q) > doubt) {
                tooMany -= step;
                step *= 2;
            }
            enough = Math.max(0, tooMany - step);
        }
        while (tooMany - enough > 1) {
            int middle = (enough + tooMany) >>> 1;
            if (atMost(middle, n, q) <= doubt) {
                enough = middle;
            } else {
                tooMany = middle;
            }
        }
        return OptionalInt.of(n - enough);
    }

    /** Returns the number that a binomial distribution stays below with probability {@code doubt}, if it were a normal one. */
    private static int guess(int n, double q, double doubt) {
        double deviations = Math.sqrt(2) * Erf.erfInv(2 * doubt - 1);
        return (int) Math.max(0, Math.min(n - 1.0, n * q + deviations * Math.sqrt(n * q * (1 - q))));
    }

    /** Tells whether so many are enough for the largest of them to be that bound. */
    private static boolean supports(int n, double q, double confidence) {
        require(n, q, confidence);
        return n > 0 && Math.exp(n * Math.log1p(-q)) <= 1 - confidence;
    }

    /**
     * Returns how many observations are needed for the largest of them to bound the {@code (1 - q)}-quantile with the given
     * confidence; {@link Long#MAX_VALUE} if that is beyond counting.
     */
    public static long fewest(double q, double confidence) {
        require(1, q, confidence);
        return (long) Math.ceil(Math.log(1 - confidence) / Math.log1p(-q));
    }

    /** P(Bin(n, q) <= k), for k below n, by the incomplete beta function. */
    static double atMost(int k, int n, double q) {
        return Beta.regularizedBeta(1 - q, (double) n - k, k + 1.0);
    }

    private static void require(int n, double q, double confidence) {
        if (n < 0 || !(q > 0 && q < 1) || !(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException(
                    "an order statistic needs n of 0 or more, and q and confidence strictly between 0 and 1; were %s, %s, %s"
                            .formatted(n, q, confidence));
        }
    }
}
