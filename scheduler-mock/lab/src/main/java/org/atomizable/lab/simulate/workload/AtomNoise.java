package org.atomizable.lab.simulate.workload;

/**
 * How the lengths of a task's atoms vary. The logarithm of a length is a first-order autoregressive process.
 *
 * @param deviation standard deviation of the logarithm; 0 for equal atoms, at most 2
 * @param autocorrelation between neighbours, from 0 to less than 1
 * @param outliers share of atoms that take many times as long, from 0 to 0.5; how many times has a Pareto distribution with exponent 1.5,
 *     between 2 and 50
 */
public record AtomNoise(double deviation, double autocorrelation, double outliers) {

    /** Atoms vary by 2 %, and none takes much longer than the others. */
    public static final AtomNoise USUAL = new AtomNoise(0.02, 0.5, 0);

    /** Atoms vary by 5 %, and one in a hundred is much longer. */
    public static final AtomNoise HEAVY_TAILED = new AtomNoise(0.05, 0.5, 0.01);

    private static final double PARETO = 1.5;
    private static final double LEAST_OUTLIER = 2;
    private static final double MOST_OUTLIER = 50;

    public AtomNoise {
        if (!(deviation >= 0 && deviation <= 2)
                || !(autocorrelation >= 0 && autocorrelation < 1)
                || !(outliers >= 0 && outliers <= 0.5)) {
            throw new IllegalArgumentException(
                    "noise has a deviation up to 2, an autocorrelation below 1 and up to 0.5 outliers, had %s, %s, %s"
                            .formatted(deviation, autocorrelation, outliers));
        }
    }

    /** Draws factors with mean 1, rounded to four digits. */
    AtomFactors draw(int count, Draws draws) {
        double[] factors = new double[count];
        double at = draws.normal();
        double sum = 0;
        for (int i = 0; i < count; i++) {
            factors[i] = StrictMath.exp(deviation * at);
            if (outliers > 0 && draws.uniform() < outliers) {
                double times = LEAST_OUTLIER * StrictMath.pow(1 - draws.uniform(), -1 / PARETO);
                factors[i] *= Math.min(MOST_OUTLIER, times);
            }
            sum += factors[i];
            at = autocorrelation * at + StrictMath.sqrt(1 - autocorrelation * autocorrelation) * draws.normal();
        }
        for (int i = 0; i < count; i++) {
            factors[i] = Math.max(1e-4, Math.rint(factors[i] * count / sum * 1e4) / 1e4);
        }
        return AtomFactors.of(factors);
    }
}
