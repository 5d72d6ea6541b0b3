package org.atomizable.profiler.fit;

/**
 * By how much the largest of few values is widened where nothing is proved of the next one: the larger one of two answers.
 *
 * <p>The first supposes nothing of the values: {@code 1.1 + 1.1 / n^1.5} after n subjobs. The second is by their spread. Hill (1975)
 * estimates the index s of a tail by the mean logarithm of how far its values exceed the least of them; Weissman (1978) names by it the
 * quantile that q exceed, which is the largest of m values times {@code (1 / (q (m + 1)))^s}, here for no q below {@value #RAREST} and at
 * most {@value #MOST_BY_SPREAD} times.
 *
 * @param subjobs how many subjobs the values are of; {@value #MANY} if that is not known
 */
public record Widening(long subjobs) {

    /** By how much the largest of many values is widened. */
    public static final double LEAST = 1.1;

    /** So many that nothing but {@link #LEAST} is left. */
    public static final long MANY = Long.MAX_VALUE;

    private static final double FIRST = 1.1;
    private static final double MOST_BY_SPREAD = 3;

    /** Each phase has only a share of a promise: if that counted, hundreds of values would still be widened. */
    private static final double RAREST = 0.01;

    /** Of two values no spread is to be seen: this is supposed, with the weight of half an observation. */
    private static final double USUAL_SPREAD = 0.02;

    private static final double WEIGHT = 0.5;

    /** Returns that of values of which is not known of how many subjobs they are, if {@code subjobs} is 0. */
    public static Widening after(long subjobs) {
        return new Widening(subjobs == 0 ? MANY : subjobs);
    }

    /** Refuses what is no number of subjobs. */
    public Widening {
        if (subjobs < 1) {
            throw new IllegalArgumentException("values are of 1 subjob or more, was told " + subjobs);
        }
    }

    /**
     * Returns the factor.
     *
     * @param q how many of the values to come may exceed the widened one, in (0, 1)
     * @param values of the subjobs, in ascending order
     */
    double of(double q, Ordered values) {
        // A root is the same under each JVM, a power need not be.
        double few = LEAST + FIRST / (subjobs * Math.sqrt((double) subjobs));
        double rarer = subjobs == MANY ? 0 : 1 / (Math.max(RAREST, q) * (values.size() + 1.0));
        return rarer <= 1 ? few : Math.max(few, Math.min(MOST_BY_SPREAD, Math.pow(rarer, spread(values))));
    }

    double of(double q, long... values) {
        return of(q, Ordered.of(values));
    }

    /** Hill's estimate, over the upper half. */
    private static double spread(Ordered values) {
        int excesses = values.size() / 2;
        double sum = WEIGHT * USUAL_SPREAD;
        double threshold = excesses == 0 ? 0 : Math.max(1, values.ofRank(values.size() - excesses));
        for (int i = 0; i < excesses; i++) {
            sum += Math.log((double) Math.max(1, values.ofRank(values.size() - i)) / threshold);
        }
        return sum / (WEIGHT + excesses);
    }
}
