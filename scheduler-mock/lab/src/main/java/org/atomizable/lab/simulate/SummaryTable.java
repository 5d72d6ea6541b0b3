package org.atomizable.lab.simulate;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.atomizable.lab.simulate.figure.Family;
import org.atomizable.lab.simulate.figure.Interval;

/**
 * The schedulers over all workloads and seeds together: means with 95 % intervals, and how much longer jobs take than under the best one,
 * paired by workload and seed.
 */
final class SummaryTable {

    private SummaryTable() {}

    /** Prints nothing for a single workload with a single seed. */
    static void print(List<SimulationRun> runs, Consumer<String> out) {
        Map<String, Map<String, Double>> hours = runs.stream()
                .collect(Collectors.groupingBy(
                        SimulationRun::scheduler,
                        LinkedHashMap::new,
                        Collectors.toMap(
                                it -> it.workload().name() + " " + it.seed(),
                                it -> it.figures().meanCompletionHours(),
                                (one, same) -> one,
                                LinkedHashMap::new)));
        long count = hours.values().stream().mapToLong(Map::size).max().orElse(0);
        Optional<String> best = hours.keySet().stream()
                .filter(it -> Family.of(it) != Family.BOUND)
                .min(Comparator.comparingDouble(it -> mean(hours, it).mean()));
        if (count < 2 || best.isEmpty()) {
            return;
        }
        out.accept("");
        out.accept("all %s runs of each scheduler".formatted(count));
        out.accept("  %-22s %17s   %s".formatted("scheduler", "mean completion h", "beside " + best.get()));
        hours.keySet().stream()
                .sorted(Comparator.comparingDouble(it -> mean(hours, it).mean()))
                .forEach(it -> out.accept(line(hours, it, best.get())));
    }

    private static Interval mean(Map<String, Map<String, Double>> hours, String scheduler) {
        return Interval.of(List.copyOf(hours.getOrDefault(scheduler, Map.of()).values()));
    }

    private static String line(Map<String, Map<String, Double>> hours, String scheduler, String best) {
        Interval mean = mean(hours, scheduler);
        String hoursOfAll = String.format(Locale.ROOT, "%.3f ± %.3f", mean.mean(), mean.high() - mean.mean());
        String line = "  %-22s %17s".formatted(scheduler, hoursOfAll);
        if (scheduler.equals(best)) {
            return line;
        }
        Interval longer =
                Interval.ofRelative(hours.getOrDefault(scheduler, Map.of()), hours.getOrDefault(best, Map.of()));
        return line
                + String.format(
                        Locale.ROOT,
                        "   %+.1f%% (%+.1f to %+.1f)",
                        100 * longer.mean(),
                        100 * longer.low(),
                        100 * longer.high());
    }
}
