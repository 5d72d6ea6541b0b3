package org.atomizable.scheduler.auction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An exact search. It branches over the ways in which each job can win, and prunes a branch if the relaxation's bound
 * shows that it cannot beat the best choice so far.
 */
final class BranchAndBound {

    private static final double ROUNDING = 1e-12;

    private final Instance instance;
    private final Relaxation relaxation;
    private final PrimalHeuristic settled;
    private final PrimalHeuristic trial;
    private final boolean[] open;
    private final List<List<Integer>> plansOfJob = new ArrayList<>();
    private long nodesLeft;
    private double best;
    private int[] bestPlans;

    BranchAndBound(Instance instance, Relaxation relaxation, double best, int[] bestPlans, long nodes) {
        this.instance = instance;
        this.relaxation = relaxation;
        this.settled = new PrimalHeuristic(instance);
        this.trial = new PrimalHeuristic(instance);
        this.open = new boolean[instance.jobs];
        Arrays.fill(open, true);
        this.best = best;
        this.bestPlans = bestPlans;
        this.nodesLeft = nodes;
        for (int j = 0; j < instance.jobs; j++) {
            plansOfJob.add(new ArrayList<>());
        }
        for (int plan : instance.heaviestFirst) {
            plansOfJob.get(instance.job[plan]).add(plan);
        }
    }

    /** Searches; returns whether it came to its end, so that nothing is better than {@link #best}. */
    boolean run(SearchBudget budget) {
        if (nodesLeft-- <= 0 || budget.stop().getAsBoolean()) {
            return false;
        }
        boolean[] allowed = allowed();
        double bound = settled.weight() + relaxation.solve(open, allowed);
        relaxation.slopes();
        tryChoice();
        if (bound <= best + ROUNDING * Math.max(1, best)) {
            return true;
        }
        int job = toSettle(allowed);
        if (job < 0) {
            return true;
        }
        open[job] = false;
        boolean complete = true;
        for (int plan : plansOfJob.get(job)) {
            if (allowed[plan]) {
                settled.add(plan);
                complete &= run(budget);
                settled.remove(plan);
            }
        }
        complete &= run(budget);
        open[job] = true;
        return complete;
    }

    double best() {
        return best;
    }

    int[] bestPlans() {
        return bestPlans;
    }

    private boolean[] allowed() {
        boolean[] allowed = new boolean[instance.size()];
        for (int v = 0; v < allowed.length; v++) {
            allowed[v] = open[instance.job[v]] && settled.fits(v);
        }
        return allowed;
    }

    private void tryChoice() {
        trial.clear();
        for (int plan : settled.plans()) {
            if (plan >= 0) {
                trial.add(plan);
            }
        }
        trial.addFrom(relaxation.chosen());
        trial.improve();
        if (trial.weight() > best) {
            best = trial.weight();
            bestPlans = trial.plans();
        }
    }

    /** The job for which the relaxation breaks a rule and that could win most; else the open one that could; -1 if none could. */
    private int toSettle(boolean[] allowed) {
        int settle = -1;
        boolean broken = false;
        double most = -1;
        for (int v = 0; v < allowed.length; v++) {
            int job = instance.job[v];
            if (!allowed[v]) {
                continue;
            }
            boolean breaks = relaxation.breaksRules(job);
            if ((breaks && !broken) || (breaks == broken && instance.planWeight[v] > most)) {
                settle = job;
                broken = breaks;
                most = instance.planWeight[v];
            }
        }
        return settle;
    }
}
