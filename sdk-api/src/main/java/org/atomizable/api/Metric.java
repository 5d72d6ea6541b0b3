package org.atomizable.api;

import java.util.Optional;

/**
 * A result of a job: one figure with its uncertainty.
 *
 * @param name the name of the figure, such as {@code accuracy}
 * @param value the figure, in the metric's own unit
 * @param low lower end of its 95 % confidence interval; equal to the value if the figure is exact
 * @param high upper end of that interval
 */
public record Metric(String name, double value, double low, double high) {

    /** Rejects an interval that does not contain the value. */
    public Metric {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a metric must have a name");
        }
        if (!(low <= value && value <= high)) {
            throw new IllegalArgumentException(
                    "metric %s: %s must lie within its interval [%s, %s]".formatted(name, value, low, high));
        }
    }

    /** Returns a figure without uncertainty. */
    public static Metric exact(String name, double value) {
        return new Metric(name, value, value, value);
    }

    /**
     * Returns the share {@code hits / trials} with its Wilson score interval at 95 %.
     *
     * @param hits number of successes, from 0 to {@code trials}
     * @param trials number of independent trials, 1 or more
     */
    public static Metric share(String name, long hits, long trials) {
        if (trials < 1 || hits < 0 || hits > trials) {
            throw new IllegalArgumentException("metric %s: %s of %s is no share".formatted(name, hits, trials));
        }
        double z = 1.959963984540054;
        double p = (double) hits / trials;
        double spread = z * Math.sqrt(p * (1 - p) / trials + z * z / (4.0 * trials * trials));
        double scale = 1 + z * z / trials;
        double centre = p + z * z / (2.0 * trials);
        double low = Math.min(p, (centre - spread) / scale);
        double high = Math.max(p, (centre + spread) / scale);
        return new Metric(name, p, low, high);
    }

    /**
     * A job that can tell how far it has come while it runs, such as the loss of its last atoms. A class implements it beside
     * {@link Atomizable}. The newest figure of a subjob is shown on the job's page, and kept in the checkpoint.
     */
    @FunctionalInterface
    public interface Source {

        /**
         * Returns what the job measures of itself as its state stands. Called whenever the state is saved, so it must be cheap. It must
         * not change the state.
         *
         * @return empty if there is nothing to tell yet
         * @throws Exception if it cannot be told; the state is saved without it
         */
        Optional<Metric> measure() throws Exception;
    }
}
