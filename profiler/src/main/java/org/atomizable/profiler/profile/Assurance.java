package org.atomizable.profiler.profile;

/** The justification of a bound. */
public enum Assurance {
    /**
     * Order statistics: the bound holds with the stated confidence for any distribution, if the observations are
     * exchangeable.
     */
    PROVED("proved by order statistics"),
    /** A fitted tail: the bound holds if the tail continues as fitted. */
    TAIL_FIT("tail fit"),
    /** The job's declaration, or a figure computed from its model and parameters. */
    DECLARED("declared"),
    /** A guess from observations: only the long-run rate of exceeded bounds is controlled. */
    LONG_RUN("estimated");

    /** The name of the method that uses order statistics of single phases. */
    public static final String ORDER_STATISTIC = "order statistic";

    /** The name of the method that uses order statistics of whole subjobs. */
    public static final String WHOLE_SUBJOBS = "order statistic of whole subjobs";

    private final String words;

    Assurance(String words) {
        this.words = words;
    }

    /** Returns what justifies a bound, given the name of the bound's method. */
    public static Assurance of(String method) {
        if (method.equals(ORDER_STATISTIC) || method.equals(WHOLE_SUBJOBS)) {
            return PROVED;
        }
        if (method.startsWith("generalized Pareto")) {
            return TAIL_FIT;
        }
        return method.equals("declared") || method.equals("analytic") ? DECLARED : LONG_RUN;
    }

    @Override
    public String toString() {
        return words;
    }
}
