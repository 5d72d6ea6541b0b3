package org.atomizable.profiler.profile;

/** What stands behind a bound. */
public enum Assurance {
    /** Order statistics: holds with the stated confidence for whatever distribution, if observations are exchangeable. */
    PROVED("proved by order statistics"),
    /** A fitted tail: holds if the tail goes on as it began. */
    TAIL_FIT("tail fit"),
    /** What the job declared, or what was counted from what it is made of. */
    DECLARED("declared"),
    /** A guess from what was seen: only the rate of broken bounds is held in the long run. */
    LONG_RUN("long-run guarantee");

    /** The method of a bound by order statistics of single phases. */
    public static final String ORDER_STATISTIC = "order statistic";

    /** The method of a bound by order statistics of whole subjobs. */
    public static final String WHOLE_SUBJOBS = "order statistic of whole subjobs";

    private final String words;

    Assurance(String words) {
        this.words = words;
    }

    /** Returns what stands behind a bound, by the method that the bound names. */
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
