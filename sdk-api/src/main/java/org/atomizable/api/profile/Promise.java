package org.atomizable.api.profile;

/**
 * The guarantee that a profile's answer must give.
 *
 * @param theta the highest allowed probability that a subjob needs more memory than its bound, in (0, 1)
 * @param gamma the confidence, over the samples that the bound was computed from, with which that holds, in (0, 1)
 * @param epsilon the highest allowed probability that a subjob needs more time than its bound, in (0, 1)
 */
public record Promise(double theta, double gamma, double epsilon) {

    /** 1 % for memory and 5 % for time, at 95 % confidence. */
    public static final Promise DEFAULT = new Promise(0.01, 0.95, 0.05);

    /** Rejects values that are not strictly between 0 and 1. */
    public Promise {
        require("theta", theta);
        require("gamma", gamma);
        require("epsilon", epsilon);
    }

    /**
     * Returns the promise that each of {@code parts} events must keep so that all of them together keep this one,
     * including the confidence. It follows from the union bound, which holds for any dependence between the parts.
     *
     * @param parts 1 or more
     */
    public Promise sharedAmong(long parts) {
        if (parts < 1) {
            throw new IllegalArgumentException("a promise is shared among 1 part or more, was " + parts);
        }
        // Near certainty, doubles lie too far apart to share what is missing.
        double gammaOfEach = Math.min(1 - (1 - gamma) / parts, Math.nextDown(1.0));
        return parts == 1 ? this : new Promise(theta / parts, gammaOfEach, epsilon / parts);
    }

    private static void require(String name, double probability) {
        if (!(probability > 0 && probability < 1)) {
            throw new IllegalArgumentException(
                    "%s must lie strictly between 0 and 1, was %s".formatted(name, probability));
        }
    }
}
