package org.atomizable.profiler.fit;

import java.util.Arrays;
import org.apache.commons.math3.analysis.UnivariateFunction;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.univariate.BrentOptimizer;
import org.apache.commons.math3.optim.univariate.SearchInterval;
import org.apache.commons.math3.optim.univariate.UnivariateObjectiveFunction;
import org.apache.commons.math3.optim.univariate.UnivariatePointValuePair;

/**
 * The distribution to which excesses over a high threshold tend, whatever they are excesses of (Balkema and de Haan, 1974;
 * Pickands, 1975): {@code P(Y > y) = (1 + shape * y / scale)^(-1 / shape)}, and {@code exp(-y / scale)} for shape 0.
 *
 * @param shape 0 for exponential tails, above it for heavier ones, below it for tails that end at {@code -scale / shape}
 * @param scale above 0, in the unit of the excesses
 */
record GeneralizedPareto(double shape, double scale) {

    /** With lower shapes the likelihood has no regular maximum; Smith, 1985. */
    static final double LEAST_SHAPE = -0.5;

    private static final double NEARLY_ZERO = 1e-9;
    private static final int GRID = 18;

    /** Refuses what is no such distribution. */
    public GeneralizedPareto {
        if (!Double.isFinite(shape) || !(scale > 0) || !Double.isFinite(scale)) {
            throw new IllegalArgumentException(
                    "a generalized Pareto distribution needs a finite shape and a scale above 0, were %s and %s"
                            .formatted(shape, scale));
        }
    }

    /**
     * Returns the most likely one with a shape of -0.5 or more.
     *
     * <p>Of the two parameters only their ratio is searched for: for each, the best shape is known in closed form (Grimshaw,
     * Computing Maximum Likelihood Estimates for the Generalized Pareto Distribution, 1993).
     *
     * @param excesses at least two, none negative, not all zero
     */
    public static GeneralizedPareto fit(double... excesses) {
        double mean = Arrays.stream(excesses).average().orElse(0);
        double least = Arrays.stream(excesses).min().orElse(0);
        if (excesses.length < 2 || !(least >= 0) || !(mean > 0) || !Double.isFinite(mean)) {
            throw new IllegalArgumentException(
                    "a fit needs two excesses or more, finite, none negative and not all zero");
        }
        double[] scaled = Arrays.stream(excesses).map(excess -> excess / mean).toArray();
        double ratio = mostLikely(scaled);
        double shape = shape(ratio, scaled);
        double scale = Math.abs(ratio) < NEARLY_ZERO ? 1 : shape / ratio;
        return new GeneralizedPareto(shape, scale * mean);
    }

    /** The ratio of shape to scale, for excesses of mean 1. */
    private static double mostLikely(double[] excesses) {
        double largest = Arrays.stream(excesses).max().orElseThrow();
        double low = leastRatio(excesses, -1 / largest);
        UnivariateFunction likelihood = ratio -> likelihood(ratio, excesses);
        double[] grid = new double[GRID + 1];
        int best = 0;
        for (int i = 0; i <= GRID; i++) {
            // Equal factors of the distance from the low end: heavy tails want a ratio far beyond it.
            grid[i] = low + Math.expm1(i * Math.log(1e6) / GRID) * -low;
            if (likelihood.value(grid[i]) > likelihood.value(grid[best])) {
                best = i;
            }
        }
        return maximum(likelihood, grid[Math.max(0, best - 1)], grid[Math.min(GRID, best + 1)], 1e-9)
                .getPoint();
    }

    /** The ratio at which the best shape is the least that is allowed. */
    private static double leastRatio(double[] excesses, double end) {
        double tooLow = end;
        double low = 0;
        for (int i = 0; i < 60; i++) {
            double middle = (tooLow + low) / 2;
            if (shape(middle, excesses) >= LEAST_SHAPE) {
                low = middle;
            } else {
                tooLow = middle;
            }
        }
        return low;
    }

    static UnivariatePointValuePair maximum(UnivariateFunction of, double from, double to, double precision) {
        return new BrentOptimizer(precision, precision / 10)
                .optimize(
                        new MaxEval(500),
                        GoalType.MAXIMIZE,
                        new UnivariateObjectiveFunction(of),
                        new SearchInterval(from, to));
    }

    private static double shape(double ratio, double[] excesses) {
        double sum = 0;
        for (double excess : excesses) {
            sum += Math.log1p(ratio * excess);
        }
        return sum / excesses.length;
    }

    /** The mean logarithm of the density, under the best shape for a ratio. */
    private static double likelihood(double ratio, double[] excesses) {
        if (Math.abs(ratio) < NEARLY_ZERO) {
            return -1;
        }
        double shape = shape(ratio, excesses);
        return -Math.log(shape / ratio) - shape - 1;
    }

    /** Returns the mean logarithm of this density at these excesses; negative infinity if one of them is impossible. */
    double meanLogDensity(double... excesses) {
        if (Math.abs(shape) < NEARLY_ZERO) {
            return -Math.log(scale) - Arrays.stream(excesses).average().orElseThrow() / scale;
        }
        double sum = 0;
        for (double excess : excesses) {
            double base = 1 + shape * excess / scale;
            if (!(base > 0)) {
                return Double.NEGATIVE_INFINITY;
            }
            sum += Math.log(base);
        }
        return -Math.log(scale) - (1 + 1 / shape) * sum / excesses.length;
    }

    /** Returns the probability of an excess of more than {@code y}, which is 0 or more. */
    public double exceedance(double y) {
        if (Math.abs(shape) < NEARLY_ZERO) {
            return Math.exp(-y / scale);
        }
        double base = 1 + shape * y / scale;
        return base <= 0 ? 0 : Math.pow(base, -1 / shape);
    }

    /** Returns the excess that is exceeded with probability {@code p}, which lies in (0, 1]. */
    public double exceededWith(double p) {
        return scale * spread(shape, p);
    }

    /** The same for scale 1. */
    static double spread(double shape, double p) {
        return Math.abs(shape) < NEARLY_ZERO ? -Math.log(p) : Math.expm1(-shape * Math.log(p)) / shape;
    }
}
