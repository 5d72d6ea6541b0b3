package org.atomizable.scheduler.auction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Builds and improves a choice that obeys every rule. */
final class PrimalHeuristic {

    private static final int MOST_PASSES = 20;
    private static final double ROUNDING = 1e-12;

    private final Instance instance;
    private final int[] planOfJob;
    private final List<TreeMap<Long, Integer>> held = new ArrayList<>();
    private double weight;

    PrimalHeuristic(Instance instance) {
        this.instance = instance;
        this.planOfJob = new int[instance.jobs];
        for (int s = 0; s < instance.ofSlice.length; s++) {
            held.add(new TreeMap<>());
        }
        clear();
    }

    void clear() {
        Arrays.fill(planOfJob, -1);
        held.forEach(Map::clear);
        weight = 0;
    }

    double weight() {
        return weight;
    }

    /** Returns the plan of each job; -1 where it has none. */
    int[] plans() {
        return planOfJob.clone();
    }

    /** Tells whether a plan can be added as things are. */
    boolean fits(int plan) {
        return planOfJob[instance.job[plan]] < 0 && overlapping(plan).isEmpty();
    }

    void add(int plan) {
        planOfJob[instance.job[plan]] = plan;
        for (int bid : instance.plan[plan]) {
            held.get(instance.slice[bid]).put(instance.bids.get(bid).opens(), bid);
        }
        weight += instance.planWeight[plan];
    }

    void remove(int plan) {
        planOfJob[instance.job[plan]] = -1;
        for (int bid : instance.plan[plan]) {
            held.get(instance.slice[bid]).remove(instance.bids.get(bid).opens());
        }
        weight -= instance.planWeight[plan];
    }

    private Set<Integer> overlapping(int plan) {
        Set<Integer> plans = new LinkedHashSet<>();
        for (int bid : instance.plan[plan]) {
            WeightedInterval wanted = instance.bids.get(bid);
            TreeMap<Long, Integer> onSlice = held.get(instance.slice[bid]);
            Map.Entry<Long, Integer> other = onSlice.lowerEntry(wanted.closes());
            while (other != null && instance.bids.get(other.getValue()).closes() > wanted.opens()) {
                plans.add(planOfJob[instance.job[other.getValue()]]);
                other = onSlice.lowerEntry(other.getKey());
            }
        }
        return plans;
    }

    /** Adds what fits of a choice that may break rules: of each job the heaviest plan that was chosen whole. */
    void addFrom(boolean[] chosen) {
        int[] best = new int[instance.jobs];
        Arrays.fill(best, -1);
        for (int v : instance.heaviestFirst) {
            int job = instance.job[v];
            if (chosen[v] && best[job] < 0 && whole(v, chosen)) {
                best[job] = v;
            }
        }
        for (int plan : best) {
            if (plan >= 0 && fits(plan)) {
                add(plan);
            }
        }
    }

    private boolean whole(int plan, boolean[] chosen) {
        for (int bid : instance.plan[plan]) {
            if (!chosen[bid]) {
                return false;
            }
        }
        return true;
    }

    /** Puts in plans for lighter ones that are in their way, the heaviest first, until that gains nothing. */
    void improve() {
        boolean better = true;
        for (int pass = 0; better && pass < MOST_PASSES; pass++) {
            better = false;
            for (int plan : instance.heaviestFirst) {
                better |= exchange(plan);
            }
        }
    }

    private boolean exchange(int plan) {
        int own = planOfJob[instance.job[plan]];
        if (own == plan) {
            return false;
        }
        Set<Integer> inTheWay = overlapping(plan);
        if (own >= 0) {
            inTheWay.add(own);
        }
        double lost = 0;
        for (int other : inTheWay) {
            lost += instance.planWeight[other];
        }
        if (instance.planWeight[plan] <= lost + ROUNDING * weight) {
            return false;
        }
        inTheWay.forEach(this::remove);
        add(plan);
        return true;
    }
}
