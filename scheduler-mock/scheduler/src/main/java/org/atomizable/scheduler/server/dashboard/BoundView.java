package org.atomizable.scheduler.server.dashboard;

import java.util.List;

/**
 * On which evidence a bound rests.
 *
 * @param method how it was obtained, in the agent's words
 * @param assurance what that method assures: {@code proved}, {@code tail-fit}, {@code declared} or {@code long-run}; a method
 *     that is not known counts as {@code long-run}
 */
public record BoundView(String method, String assurance) {

    private static final String PROVED = "proved";
    private static final String TAIL_FIT = "tail-fit";
    private static final String DECLARED = "declared";
    private static final String LONG_RUN = "long-run";

    public static BoundView of(String method) {
        return new BoundView(method, assured(method));
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
