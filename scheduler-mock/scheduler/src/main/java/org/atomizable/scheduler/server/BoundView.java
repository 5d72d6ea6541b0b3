package org.atomizable.scheduler.server;

import java.util.List;

/**
 * On which evidence a bound rests.
 *
 * @param method how it was obtained, in the agent's words
 * @param assurance what that method assures: {@code proved}, {@code tail-fit}, {@code declared} or {@code long-run}; a method
 *     that is not known counts as {@code long-run}
 * @param promise from when on the bound can be promised and how earlier ones were kept, in the agent's words; empty if it did not say
 */
record BoundView(String method, String assurance, String promise) {

    /** An agent puts it between how a bound was obtained and what it says of the promise. */
    private static final String NOT_PROMISED = "; not promised";

    private static final String PROVED = "proved";
    private static final String TAIL_FIT = "tail-fit";
    private static final String DECLARED = "declared";
    private static final String LONG_RUN = "long-run";

    /** Returns that of a method, to which the agent may have added what it says of the promise. */
    public static BoundView of(String told) {
        int end = told.indexOf(NOT_PROMISED);
        String method = end < 0 ? told : told.substring(0, end);
        return new BoundView(method, assured(method), end < 0 ? "" : told.substring(end + 2));
    }

    /** Returns all words that say what a method assures. */
    public static List<String> words() {
        return List.of(PROVED, TAIL_FIT, DECLARED, LONG_RUN);
    }

    /** As the profiler has it, which a scheduler does not see. */
    private static String assured(String method) {
        if (method.startsWith("generalized Pareto")) {
            return TAIL_FIT;
        }
        return switch (method) {
            case "order statistic", "order statistic of whole subjobs" -> PROVED;
            case "declared", "analytic" -> DECLARED;
            default -> LONG_RUN;
        };
    }
}
