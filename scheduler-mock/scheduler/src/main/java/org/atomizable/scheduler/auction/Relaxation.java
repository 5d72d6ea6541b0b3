package org.atomizable.scheduler.auction;

import java.util.Arrays;

/**
 * A Lagrangian relaxation of an instance: the rules across slices become prices, so that each slice can be solved by
 * itself.
 *
 * <p>Two rules have prices: "a job wins at most one bid that continues no other", and "of the bids that continue a bid,
 * at most one wins, and only if that bid wins". For any prices of 0 or more, the largest priced weight plus the sum of
 * the jobs' prices is an upper bound of what can be won. {@link #step} moves the prices towards a tighter bound: the
 * price of a rule that the current choice violates increases.
 */
final class Relaxation {

    private final Instance instance;
    private final boolean[] continued;
    private final double[] jobPrice;
    private final double[] chainPrice;
    private final double[] jobSlope;
    private final double[] chainSlope;
    private final double[][] priced;
    private final boolean[][] chosenAt;
    private final boolean[] chosen;

    Relaxation(Instance instance) {
        this.instance = instance;
        this.continued = new boolean[instance.size()];
        for (int earlier : instance.after) {
            if (earlier >= 0) {
                continued[earlier] = true;
            }
        }
        this.jobPrice = new double[instance.jobs];
        this.chainPrice = new double[instance.size()];
        this.jobSlope = new double[instance.jobs];
        this.chainSlope = new double[instance.size()];
        this.priced = new double[instance.ofSlice.length][];
        this.chosenAt = new boolean[instance.ofSlice.length][];
        for (int s = 0; s < priced.length; s++) {
            priced[s] = new double[instance.ofSlice[s].length];
            chosenAt[s] = new boolean[instance.ofSlice[s].length];
        }
        this.chosen = new boolean[instance.size()];
    }

    /**
     * Chooses on each slice by priced weight.
     *
     * @param open by job, whether it is still to win anything
     * @param allowed by bid, whether it may be chosen; with none whose continued bid may not
     * @return what the open jobs could win at the most
     */
    double solve(boolean[] open, boolean[] allowed) {
        double bound = 0;
        for (int j = 0; j < instance.jobs; j++) {
            bound += open[j] ? jobPrice[j] : 0;
        }
        for (int s = 0; s < priced.length; s++) {
            int[] bids = instance.ofSlice[s];
            for (int i = 0; i < bids.length; i++) {
                priced[s][i] = allowed[bids[i]] ? priced(bids[i]) : 0;
            }
            bound += instance.timetables[s].choose(priced[s], chosenAt[s]);
            for (int i = 0; i < bids.length; i++) {
                chosen[bids[i]] = chosenAt[s][i];
            }
        }
        return bound;
    }

    private double priced(int bid) {
        int earlier = instance.after[bid];
        double price = earlier < 0 ? jobPrice[instance.job[bid]] : chainPrice[earlier];
        return instance.bids.get(bid).weight() - price + chainPrice[bid];
    }

    /** Returns the last choice, by bid; it may break the rules that have prices. */
    boolean[] chosen() {
        return chosen;
    }

    /** Tells whether what was chosen last breaks a rule for a job. */
    boolean breaksRules(int job) {
        return jobSlope[job] < 0;
    }

    /** Notes by how much what was chosen keeps, or breaks, each rule; returns the sum of the squares that matter. */
    double slopes() {
        Arrays.fill(jobSlope, 1);
        Arrays.fill(chainSlope, 0);
        for (int v = 0; v < chosen.length; v++) {
            if (chosen[v]) {
                chainSlope[v] += continued[v] ? 1 : 0;
                int earlier = instance.after[v];
                if (earlier < 0) {
                    jobSlope[instance.job[v]]--;
                } else {
                    chainSlope[earlier]--;
                }
            }
        }
        double squares = 0;
        for (int j = 0; j < jobSlope.length; j++) {
            squares += matters(jobPrice[j], jobSlope[j]);
        }
        for (int v = 0; v < chainSlope.length; v++) {
            squares += matters(chainPrice[v], chainSlope[v]);
        }
        return squares;
    }

    /** A rule that is kept with room to spare, and is free, stays free. */
    private static double matters(double price, double slope) {
        return slope > 0 && price == 0 ? 0 : slope * slope;
    }

    /** Moves the prices by so much against the slopes. */
    void step(double length) {
        for (int j = 0; j < jobSlope.length; j++) {
            jobPrice[j] = Math.max(0, jobPrice[j] - length * jobSlope[j]);
        }
        for (int v = 0; v < chainSlope.length; v++) {
            chainPrice[v] = Math.max(0, chainPrice[v] - length * chainSlope[v]);
        }
    }

    /** Returns the prices, for {@link #restore}. */
    double[][] prices() {
        return new double[][] {jobPrice.clone(), chainPrice.clone()};
    }

    void restore(double[][] prices) {
        System.arraycopy(prices[0], 0, jobPrice, 0, jobPrice.length);
        System.arraycopy(prices[1], 0, chainPrice, 0, chainPrice.length);
    }
}
