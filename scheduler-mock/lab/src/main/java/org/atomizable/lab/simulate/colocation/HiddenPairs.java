package org.atomizable.lab.simulate.colocation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.atomizable.api.window.SliceKind;
import org.atomizable.lab.simulate.figure.Sample;
import org.atomizable.scheduler.colocation.InterferenceMatrix;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Sharing;
import org.atomizable.scheduler.colocation.completion.MatrixCompletion;

/**
 * A share of all pairs, hidden in both directions and predicted.
 *
 * @param gpu kind of GPU
 * @param seed of what is hidden, and of the predictions
 * @param errors of each way to predict: sizes of errors relative to the hidden values
 * @param covered share of the hidden values within the intervals of our predictions
 * @param completed the matrix with our predictions in place of what was hidden
 */
record HiddenPairs(String gpu, long seed, Map<String, Sample> errors, double covered, InterferenceMatrix completed) {

    /** Our way. */
    static final String OURS = "similar pairs";

    /** Gavel's matrix factorization by itself. */
    static final String FACTORS = "Gavel's factors";

    /** Gavel's whole way. */
    static final String NEAREST = "Gavel's nearest job";

    /** The mean of what is known. */
    static final String MEAN = "mean of all";

    /** Hides pairs and predicts them; empty if none can be predicted from those that are left. */
    static Optional<HiddenPairs> tried(InterferenceMatrix truth, SliceKind kind, double share, long seed) {
        List<Sharing> pairs = new ArrayList<>(truth.measured().keySet().stream()
                .map(it -> it.sharing())
                .distinct()
                .toList());
        Collections.shuffle(pairs, new Random(seed));
        InterferenceMatrix left = truth.without(List.copyOf(pairs.subList(0, (int) Math.round(share * pairs.size()))));
        InterferenceMatrix completed = new MatrixCompletion(seed).complete(left);
        if (completed.predicted().keySet().stream()
                .noneMatch(it -> truth.measured().containsKey(it))) {
            return Optional.empty();
        }
        List<String> jobs = left.jobs(kind);
        GavelCompletion rival = new GavelCompletion(left, kind, jobs, seed);
        double mean = left.measured().values().stream()
                .mapToDouble(it -> it.value())
                .average()
                .orElseThrow();
        Map<String, List<Double>> errors = new LinkedHashMap<>();
        List<Integer> within = new ArrayList<>();
        completed.predicted().forEach((cell, predicted) -> {
            if (truth.measured().containsKey(cell)) {
                double actual = truth.measured().get(cell).value();
                int row = jobs.indexOf(cell.job());
                int column =
                        jobs.indexOf(cell.sharing().group().beside(cell.job()).get(0));
                within.add(predicted.low() <= actual && actual <= predicted.high() ? 1 : 0);
                error(errors, OURS, predicted.value(), actual);
                error(errors, FACTORS, rival.factors(row, column), actual);
                error(errors, NEAREST, rival.nearest(row, column), actual);
                error(errors, MEAN, mean, actual);
            }
        });
        Map<String, Sample> samples = new LinkedHashMap<>();
        errors.forEach((way, all) -> samples.put(
                way, new Sample(all.stream().mapToDouble(Double::doubleValue).toArray())));
        return Optional.of(new HiddenPairs(
                kind.name(),
                seed,
                samples,
                within.stream().mapToInt(Integer::intValue).average().orElse(0),
                completed));
    }

    private static void error(Map<String, List<Double>> errors, String way, double predicted, double actual) {
        errors.computeIfAbsent(way, it -> new ArrayList<>()).add(Math.abs(predicted - actual) / actual);
    }
}
