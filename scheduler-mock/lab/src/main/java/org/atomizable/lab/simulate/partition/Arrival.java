package org.atomizable.lab.simulate.partition;

import java.util.ArrayList;
import java.util.List;
import org.atomizable.lab.simulate.workload.Draws;

/**
 * A job that comes.
 *
 * @param seconds when, 0 or later
 */
record Arrival(double seconds, PartitionJob job) {

    Arrival {
        if (!(seconds >= 0) || seconds == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(
                    "job %s must arrive at 0 s or later, was %s".formatted(job.id(), seconds));
        }
    }

    /**
     * Draws the order and the times as the published code does: a random order, and Poisson numbers of seconds between two jobs, with
     * half the mean up to the first job after the first third.
     */
    static List<Arrival> draw(List<PartitionJob> jobs, double gapSeconds, Draws draws) {
        List<PartitionJob> order = new ArrayList<>(jobs);
        List<Arrival> arrivals = new ArrayList<>();
        double now = 0;
        while (!order.isEmpty()) {
            boolean early = arrivals.size() <= jobs.size() / 3;
            now += poisson(early ? gapSeconds / 2 : gapSeconds, draws);
            arrivals.add(new Arrival(now, order.remove(draws.below(order.size()))));
        }
        return List.copyOf(arrivals);
    }

    /** Counts exponential gaps of mean 1 until their sum passes the mean. */
    private static int poisson(double mean, Draws draws) {
        int count = 0;
        double sum = -StrictMath.log(1 - draws.uniform());
        while (sum < mean) {
            count++;
            sum -= StrictMath.log(1 - draws.uniform());
        }
        return count;
    }
}
