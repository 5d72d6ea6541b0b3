package org.atomizable.api.profile;

/**
 * The guarantee wanted of a profile's answer.
 *
 * @param theta most probability with which a subjob may need more memory than its bound, in (0, 1)
 * @param gamma confidence, over the samples the bound was built from, with which that holds, in (0, 1)
 * @param epsilon most probability with which a subjob may need more time than its bound, in (0, 1)
 */
public record Promise(double theta, double gamma, double epsilon) {

    /** 1 % for memory, 5 % for time, at 95 % confidence. */
    public static final Promise DEFAULT = new Promise(0.01, 0.95, 0.05);

    /** Refuses anything that is no probability strictly between 0 and 1. */
    public Promise {
        require("theta", theta);
        require("gamma", gamma);
        require("epsilon", epsilon);
    }

    /**
     * Returns the promise that each of {@code parts} events must keep so that, by the union bound, all of them together
     * keep this one, the confidence included. Nothing is assumed of how the parts depend on each other.
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
