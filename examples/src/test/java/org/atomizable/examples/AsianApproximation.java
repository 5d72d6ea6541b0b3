package org.atomizable.examples;

/**
 * An arithmetic Asian call priced by matching the first two moments of the average to a lognormal distribution (Turnbull
 * and Wakeman, 1991), which is good to a few cents here: an answer that owes nothing to simulation.
 */
final class AsianApproximation {

    private AsianApproximation() {}

    static double price(double start, double strike, double interest, double volatility, int steps) {
        double step = 1.0 / steps;
        double first = 0;
        double second = 0;
        for (int i = 1; i <= steps; i++) {
            first += Math.exp(interest * i * step);
            for (int j = 1; j <= steps; j++) {
                second += Math.exp(interest * (i + j) * step + volatility * volatility * Math.min(i, j) * step);
            }
        }
        first *= start / steps;
        second *= start * start / steps / steps;
        double variance = Math.log(second / (first * first));
        double d1 = (Math.log(first / strike) + variance / 2) / Math.sqrt(variance);
        double d2 = d1 - Math.sqrt(variance);
        return Math.exp(-interest) * (first * normal(d1) - strike * normal(d2));
    }

    /** The normal distribution function, by Simpson's rule over its density. */
    private static double normal(double x) {
        int parts = 1000;
        double width = x / parts;
        double sum = 0;
        for (int i = 0; i <= parts; i++) {
            double weight = i == 0 || i == parts ? 1 : i % 2 == 1 ? 4 : 2;
            double at = i * width;
            sum += weight * Math.exp(-at * at / 2);
        }
        return 0.5 + sum * width / 3 / Math.sqrt(2 * Math.PI);
    }
}
