package org.atomizable.profiler.fit;

/**
 * How many of n observations may exceed a bound for it still to be proved: {@code i} of at least {@code fewest(i)}, from 0 to
 * {@value #MOST}.
 *
 * <p>With more allowed, one freak does not decide the bound; with too many, old subjobs would be needed. As many are allowed
 * as the number of observations, never their values, gives.
 */
final class Allowance {

    /** More observations than this many need are not looked at. */
    static final int MOST = 4;

    private record Question(double q, double confidence) {}

    /** Most profiles have the same promise. */
    private static final Answers<Question, Allowance> KNOWN = new Answers<>(1024);

    private final long[] fewest = new long[MOST + 1];

    /**
     * Returns the allowance for a bound.
     *
     * @param q probability that may lie beyond the bound, in (0, 1)
     * @param confidence in (0, 1)
     */
    static Allowance of(double q, double confidence) {
        return KNOWN.to(new Question(q, confidence), () -> new Allowance(q, confidence));
    }

    private Allowance(double q, double confidence) {
        fewest[0] = OrderStatistic.fewest(q, confidence);
        for (int above = 1; above <= MOST; above++) {
            fewest[above] = fewest[above - 1] > SubjobCurves.KEPT
                    ? Long.MAX_VALUE
                    : fewest(above, fewest[above - 1], q, confidence);
        }
    }

    private static long fewest(int above, long tooFew, double q, double confidence) {
        long few = tooFew;
        long enough = tooFew + 1;
        while (OrderStatistic.atMost(above, (int) enough, q) > 1 - confidence) {
            few = enough;
            enough *= 2;
        }
        while (enough - few > 1) {
            long middle = (few + enough) >>> 1;
            if (OrderStatistic.atMost(above, (int) middle, q) <= 1 - confidence) {
                enough = middle;
            } else {
                few = middle;
            }
        }
        return enough;
    }

    /** Returns the smallest number of observations of which {@code above} may exceed the bound. */
    long fewest(int above) {
        return fewest[above];
    }

    /** Returns how many of {@code n} may exceed the bound; -1 if nothing is proved even by the largest. */
    int above(int n) {
        int above = -1;
        while (above < MOST && fewest[above + 1] <= n) {
            above++;
        }
        return above;
    }
}
