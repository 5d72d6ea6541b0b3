package org.atomizable.lab.simulate;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.atomizable.lab.simulate.figure.Figures;
import org.atomizable.lab.simulate.figure.Interval;

/** The results as a table for a terminal: a block for each workload, a line for each scheduler, the best completion first. */
final class RunTable {

    private static final String HEAD =
            "  scheduler              finished mean completion h    p95 h   wait h  slowdown  ideal overhead   fill  subjobs    util.";

    private RunTable() {}

    static void print(List<SimulationRun> runs, Consumer<String> out) {
        SimulationRun.byWorkload(runs).forEach((workload, its) -> {
            out.accept("");
            out.accept("%s: %s jobs, %s slices"
                    .formatted(
                            workload,
                            its.get(0).workload().tasks().size(),
                            its.get(0).workload().slices().size()));
            out.accept(HEAD);
            SimulationRun.byScheduler(its).values().stream()
                    .sorted((one, other) ->
                            Double.compare(mean(one).mean(), mean(other).mean()))
                    .forEach(each -> out.accept(line(each)));
        });
    }

    private static Interval mean(List<SimulationRun> runs) {
        return Interval.of(
                runs.stream().map(it -> it.figures().meanCompletionHours()).toList());
    }

    private static String line(List<SimulationRun> runs) {
        SimulationRun first = runs.get(0);
        Figures figures = first.figures();
        Interval mean = mean(runs);
        String completion = runs.size() == 1
                ? String.format(Locale.ROOT, "%.3f", mean.mean())
                : String.format(Locale.ROOT, "%.3f ± %.3f", mean.mean(), mean.high() - mean.mean());
        return String.format(
                Locale.ROOT,
                "  %-22s %8d %17s %8.3f %8.3f %9.2f %5.0f%% %7.2f%% %5.0f%% %8.2f %7.1f%%",
                first.scheduler(),
                figures.finished(),
                completion,
                average(runs, Figures::p95CompletionHours),
                average(runs, Figures::meanWaitHours),
                average(runs, Figures::meanBoundedSlowdown),
                100 * SimulationRun.mean(runs, it -> it.ofIdeal().orElse(0)),
                100 * average(runs, Figures::overheadShare),
                100 * average(runs, Figures::windowFill),
                average(runs, Figures::subjobsPerJob),
                100 * average(runs, Figures::utilization));
    }

    private static double average(List<SimulationRun> runs, ToDoubleFunction<Figures> figure) {
        return SimulationRun.mean(runs, it -> figure.applyAsDouble(it.figures()));
    }
}
