package org.atomizable.lab.bench;

import com.google.ortools.Loader;
import com.google.ortools.sat.BoolVar;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.CpSolverStatus;
import com.google.ortools.sat.LinearArgument;
import com.google.ortools.sat.LinearExpr;
import com.google.ortools.sat.LinearExprBuilder;
import com.google.ortools.sat.Literal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.scheduler.auction.WeightedInterval;

/**
 * The rival: OR-Tools' CP-SAT, told the same rules.
 *
 * @param weight of the best choice that it found
 * @param bound that it proved
 */
record CpSat(double weight, double bound) {

    /** Weights must be whole numbers to it. */
    private static final double SCALE = 1e6;

    /** Loads its native part, which takes a second or so and is not the solver's to answer for. */
    static void load() {
        Loader.loadNativeLibraries();
    }

    /**
     * Returns every largest set of bids on one slice that hold it at one instant. Said so, the solver's linear relaxation is as tight
     * as it can be; told of intervals that must not overlap, it proves next to nothing.
     */
    private static List<List<WeightedInterval>> atOnce(List<WeightedInterval> onSlice) {
        List<WeightedInterval> byOpening = onSlice.stream()
                .sorted(Comparator.comparingLong(WeightedInterval::opens))
                .toList();
        List<List<WeightedInterval>> sets = new ArrayList<>();
        List<WeightedInterval> holding = new ArrayList<>();
        boolean grown = false;
        for (WeightedInterval weightedInterval : byOpening) {
            boolean shrinks = holding.stream().anyMatch(it -> it.closes() <= weightedInterval.opens());
            if (shrinks && grown) {
                sets.add(List.copyOf(holding));
                grown = false;
            }
            holding.removeIf(it -> it.closes() <= weightedInterval.opens());
            holding.add(weightedInterval);
            grown = true;
        }
        sets.add(List.copyOf(holding));
        return sets;
    }

    /**
     * Solves.
     *
     * @param gap it may stop at
     * @param seconds it may take at the most
     */
    static CpSat solve(List<WeightedInterval> bids, double gap, double seconds) {
        CpModel model = new CpModel();
        BoolVar never = model.newBoolVar("never");
        Map<List<String>, BoolVar> wins = new HashMap<>();
        Map<String, List<WeightedInterval>> onSlice = new HashMap<>();
        Map<String, List<Literal>> first = new HashMap<>();
        Map<List<String>, List<BoolVar>> continuations = new HashMap<>();
        LinearExprBuilder worth = LinearExpr.newBuilder();
        for (WeightedInterval weightedInterval : bids) {
            BoolVar win = model.newBoolVar(weightedInterval.job() + " " + weightedInterval.variant());
            wins.put(List.of(weightedInterval.job(), weightedInterval.variant()), win);
            worth.addTerm(win, Math.round(SCALE * weightedInterval.weight()));
            onSlice.computeIfAbsent(weightedInterval.slice(), it -> new ArrayList<>())
                    .add(weightedInterval);
            if (weightedInterval.after().isEmpty()) {
                first.computeIfAbsent(weightedInterval.job(), it -> new ArrayList<>())
                        .add(win);
            } else {
                continuations
                        .computeIfAbsent(
                                List.of(
                                        weightedInterval.job(),
                                        weightedInterval.after().get()),
                                it -> new ArrayList<>())
                        .add(win);
            }
        }
        onSlice.values()
                .forEach(all -> atOnce(all)
                        .forEach(some -> model.addAtMostOne(some.stream()
                                .map(it -> wins.getOrDefault(List.of(it.job(), it.variant()), never))
                                .toArray(Literal[]::new))));
        first.values().forEach(model::addAtMostOne);
        continuations.forEach((earlier, later) ->
                model.addLessOrEqual(LinearExpr.sum(later.toArray(LinearArgument[]::new)), wins.get(earlier)));
        model.maximize(worth);
        CpSolver solver = new CpSolver();
        solver.getParameters()
                .setRelativeGapLimit(gap)
                .setMaxTimeInSeconds(seconds)
                .setNumWorkers(Runtime.getRuntime().availableProcessors())
                .setRandomSeed(1);
        CpSolverStatus status = solver.solve(model);
        boolean found = status == CpSolverStatus.OPTIMAL || status == CpSolverStatus.FEASIBLE;
        return new CpSat(found ? solver.objectiveValue() / SCALE : 0, solver.bestObjectiveBound() / SCALE);
    }
}
