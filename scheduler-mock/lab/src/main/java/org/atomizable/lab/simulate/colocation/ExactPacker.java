package org.atomizable.lab.simulate.colocation;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.scheduler.colocation.packing.FreeSlice;
import org.atomizable.scheduler.colocation.packing.PackedJob;
import org.atomizable.scheduler.colocation.packing.Packer;
import org.atomizable.scheduler.colocation.packing.Packing;
import org.atomizable.scheduler.colocation.packing.PackingProblem;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

/**
 * Exact by integer programming: a variable for each set of jobs that may share a slice, and each sort of slices; each job is in one set
 * at the most, and a sort has as many sets as slices. Sets of three of n jobs make about n³ / 6 variables.
 */
final class ExactPacker implements Packer {

    private static final double CHOSEN = 0.5;

    /** A set of jobs on a sort of slices. */
    private record Option(List<PackedJob> set, List<Integer> slices, Variable variable) {}

    @Override
    public Packing pack(PackingProblem problem) {
        ExpressionsBasedModel model = new ExpressionsBasedModel();
        List<Option> options = new ArrayList<>();
        for (List<Integer> sort : sorts(problem)) {
            int first = options.size();
            options(problem, sort, 0, new ArrayList<>(), model, options);
            Expression each = model.newExpression("sort " + sort).upper(sort.size());
            options.subList(first, options.size()).forEach(it -> each.set(it.variable(), 1));
        }
        for (PackedJob job : problem.jobs()) {
            Expression once = model.newExpression("job " + job.id()).upper(1);
            options.stream().filter(it -> it.set().contains(job)).forEach(it -> once.set(it.variable(), 1));
        }
        List<List<PackedJob>> sets = new ArrayList<>();
        problem.slices().forEach(it -> sets.add(List.of()));
        if (!options.isEmpty()) {
            place(model.maximise(), options, sets);
        }
        return Packing.of(problem, sets);
    }

    private static void place(Optimisation.Result solved, List<Option> options, List<List<PackedJob>> sets) {
        if (!solved.getState().isOptimal()) {
            throw new IllegalStateException(
                    "the solver ended with %s instead of an optimum".formatted(solved.getState()));
        }
        for (int i = 0; i < options.size(); i++) {
            if (solved.get(i).compareTo(BigDecimal.valueOf(CHOSEN)) > 0) {
                Option chosen = options.get(i);
                int slice = chosen.slices().stream()
                        .filter(it -> sets.get(it).isEmpty())
                        .findFirst()
                        .orElseThrow();
                sets.set(slice, chosen.set());
            }
        }
    }

    /** Returns the numbers of slices that are alike, together. */
    private static List<List<Integer>> sorts(PackingProblem problem) {
        Map<List<Object>, List<Integer>> sorts = new LinkedHashMap<>();
        for (int i = 0; i < problem.slices().size(); i++) {
            FreeSlice slice = problem.slices().get(i);
            sorts.computeIfAbsent(List.of(slice.kind(), slice.capacity()), it -> new ArrayList<>())
                    .add(i);
        }
        return List.copyOf(sorts.values());
    }

    /** Adds each set that extends another with jobs from {@code next} on. */
    private static void options(
            PackingProblem problem,
            List<Integer> sort,
            int next,
            List<PackedJob> begun,
            ExpressionsBasedModel model,
            List<Option> options) {
        FreeSlice slice = problem.slices().get(sort.get(0));
        for (int i = next;
                i < problem.jobs().size() && begun.size() < problem.rules().largestSet();
                i++) {
            begun.add(problem.jobs().get(i));
            List<PackedJob> set = List.copyOf(begun);
            problem.worth(slice, set)
                    .ifPresent(worth -> options.add(new Option(
                            set,
                            sort,
                            model.newVariable("set " + options.size()).binary().weight(worth))));
            options(problem, sort, i + 1, begun, model, options);
            begun.remove(begun.size() - 1);
        }
    }
}
