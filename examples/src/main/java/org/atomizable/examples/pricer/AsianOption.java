package org.atomizable.examples.pricer;

import java.io.IOException;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.core.state.SavableRandom;

/**
 * The price of an Asian call: what a share costs on average over a year's weeks, less 100, if that is more than nothing.
 *
 * <p>The share starts at 100 and follows geometric Brownian motion with 3 % interest and 25 % volatility. An atom simulates
 * some thousand paths, week by week.
 */
final class AsianOption implements Atomizable, Metric.Source {

    static final double START = 100;
    static final double STRIKE = 100;
    static final double INTEREST = 0.03;
    static final double VOLATILITY = 0.25;
    static final int WEEKS = 52;

    private static final int PATHS = 8192;
    private static final double NORMAL_95 = 1.959963984540054;

    private final JobSpec spec;
    private final SavableRandom random;
    private final transient double[] shares = new double[PATHS * WEEKS];
    private double sum;
    private double squares;
    private long paths;

    AsianOption(JobSpec spec, long seed) {
        this.spec = spec;
        this.random = new SavableRandom(seed);
    }

    @Override
    public JobSpec spec() {
        return spec;
    }

    @Override
    public void run(long atom) {
        double drift = (INTEREST - VOLATILITY * VOLATILITY / 2) / WEEKS;
        double swing = VOLATILITY / Math.sqrt(WEEKS);
        for (int path = 0; path < PATHS; path++) {
            double share = START;
            for (int week = 0; week < WEEKS; week++) {
                // StrictMath gives the same bits on every processor.
                share *= StrictMath.exp(drift + swing * random.nextGaussian());
                shares[path * WEEKS + week] = share;
            }
        }
        for (int path = 0; path < PATHS; path++) {
            double paid = Math.max(0, average(path) - STRIKE) * StrictMath.exp(-INTEREST);
            sum += paid;
            squares += paid * paid;
        }
        paths += PATHS;
    }

    private double average(int path) {
        double total = 0;
        for (int week = 0; week < WEEKS; week++) {
            total += shares[path * WEEKS + week];
        }
        return total / WEEKS;
    }

    @Override
    public void save(StateWriter to) throws IOException {
        to.doubles("sums", sum, squares);
        to.longs("paths", paths);
        to.longs("random", random.state());
    }

    @Override
    public void restore(StateReader from) throws IOException {
        double[] sums = from.doubles("sums");
        sum = sums[0];
        squares = sums[1];
        paths = from.longs("paths")[0];
        random.restore(from.longs("random")[0]);
    }

    @Override
    public Optional<Bytes> memoryUsed() {
        return Optional.of(Bytes.of((long) shares.length * Double.BYTES));
    }

    @Override
    public Optional<Metric> measure() {
        return paths == 0 ? Optional.empty() : evaluate();
    }

    @Override
    public Optional<Metric> evaluate() {
        double mean = sum / paths;
        double error = NORMAL_95 * Math.sqrt(Math.max(0, squares / paths - mean * mean) / paths);
        return Optional.of(new Metric("price", mean, mean - error, mean + error));
    }
}
