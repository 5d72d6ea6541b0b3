package org.atomizable.cli.colocate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.colocation.InterferenceMatrix;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Cell;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Sharing;
import org.atomizable.scheduler.colocation.JobGroup;
import org.atomizable.scheduler.colocation.RelativeThroughput;

/** Ratios of throughput beside others to alone, one for each round, and what follows from them. */
final class Rounds {

    /** The 97.5 % quantiles of Student's t distribution for 1 to 10 degrees of freedom; beyond, the last is kept, which is wider. */
    private static final double[] QUANTILES = {
        12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281
    };

    private final SliceKind kind;
    private final Map<Cell, List<Double>> logs = new TreeMap<>();
    private final SortedMap<Sharing, String> excluded = new TreeMap<>();

    Rounds(SliceKind kind) {
        this.kind = kind;
    }

    /** Adds one round of jobs beside each other; the mean of those that are of one kind. */
    void add(List<String> jobs, List<Double> rates, Map<String, Double> alone) {
        Map<String, List<Double>> ratios = new TreeMap<>();
        for (int i = 0; i < jobs.size(); i++) {
            ratios.computeIfAbsent(jobs.get(i), it -> new ArrayList<>())
                    .add(rates.get(i) / alone.getOrDefault(jobs.get(i), Double.NaN));
        }
        ratios.forEach((job, its) -> {
            List<String> beside = new ArrayList<>(jobs);
            beside.remove(job);
            double mean =
                    its.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
            logs.computeIfAbsent(Cell.of(kind, job, beside), it -> new ArrayList<>())
                    .add(StrictMath.log(mean));
        });
    }

    /** Excludes jobs that cannot run beside each other, for good. */
    void exclude(List<String> jobs, String reason) {
        excluded.put(new Sharing(kind, new JobGroup(jobs)), reason);
    }

    boolean isExcluded(List<String> jobs) {
        return excluded.containsKey(new Sharing(kind, new JobGroup(jobs)));
    }

    /** Returns the groups that cannot run together, each with its reason. */
    SortedMap<Sharing, String> excluded() {
        return Collections.unmodifiableSortedMap(excluded);
    }

    boolean isEmpty() {
        return logs.isEmpty() && excluded.isEmpty();
    }

    /** Returns what was measured. Of groups that could not run together in some round nothing is kept from others. */
    InterferenceMatrix matrix() {
        return InterferenceMatrix.EMPTY
                .withMeasured(throughputs())
                .withExcluded(excluded.keySet())
                .without(excluded.keySet());
    }

    /** Returns geometric means with 95 % intervals of Student's t distribution of the logarithms. */
    private Map<Cell, RelativeThroughput> throughputs() {
        Map<Cell, RelativeThroughput> all = new TreeMap<>();
        logs.forEach((cell, its) -> all.put(cell, throughput(its)));
        return all;
    }

    private static RelativeThroughput throughput(List<Double> logs) {
        int count = logs.size();
        double mean = logs.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        double value = StrictMath.exp(mean);
        if (count == 1) {
            return RelativeThroughput.once(value, "measured");
        }
        double squares =
                logs.stream().mapToDouble(it -> (it - mean) * (it - mean)).sum();
        double quantile = QUANTILES[Math.min(count - 1, QUANTILES.length) - 1];
        double reach = quantile * Math.sqrt(squares / (count - 1) / count);
        return new RelativeThroughput(
                value, value * StrictMath.exp(-reach), value * StrictMath.exp(reach), count, "measured");
    }
}
