package org.atomizable.lab.simulate;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.atomizable.api.AtomizableException;
import org.atomizable.lab.simulate.workload.Line;
import org.atomizable.lab.simulate.workload.LineSource;

/**
 * Mean completions that another simulator computed, from a CSV file with the columns {@code workload}, {@code scheduler} and {@code
 * mean_completion_h}.
 */
final class KnownAnswers {

    private static final List<String> COLUMNS = List.of("workload", "scheduler", "mean_completion_h");

    private final Map<List<String>, Double> hours;

    private KnownAnswers(Map<List<String>, Double> hours) {
        this.hours = hours;
    }

    /**
     * Reads them.
     *
     * @throws AtomizableException if the file cannot be read or lacks a column; the message names the line
     */
    static KnownAnswers read(Path file) throws AtomizableException {
        try (LineSource lines = LineSource.open(file)) {
            Line first = lines.expected("the line that names the columns");
            List<String> header = cells(first);
            if (!header.containsAll(COLUMNS)) {
                throw first.refused("the first line must name the columns " + String.join(", ", COLUMNS));
            }
            Map<List<String>, Double> hours = new HashMap<>();
            lines.rest(line -> {
                List<String> cells = cells(line);
                if (cells.size() != header.size()) {
                    throw line.refused("there are %s cells, not %s".formatted(cells.size(), header.size()));
                }
                List<String> named = COLUMNS.stream()
                        .map(it -> cells.get(header.indexOf(it)))
                        .toList();
                hours.put(named.subList(0, 2), line.number("the mean completion", named.get(2)));
            });
            return new KnownAnswers(hours);
        }
    }

    private static List<String> cells(Line line) {
        return Arrays.stream(line.text().split(",", -1)).map(String::strip).toList();
    }

    /** Prints how much the runs differ from the answers, those without an answer left out. */
    void compare(List<SimulationRun> runs, Consumer<String> out) {
        out.accept("");
        out.accept(String.format(
                Locale.ROOT,
                "  %-12s %-18s %12s %12s %10s",
                "workload",
                "scheduler",
                "mean h",
                "answer h",
                "difference"));
        for (SimulationRun run : runs) {
            Double answer = hours.get(List.of(run.workload().name(), run.scheduler()));
            if (answer != null) {
                double mean = run.figures().meanCompletionHours();
                out.accept(String.format(
                        Locale.ROOT,
                        "  %-12s %-18s %12.3f %12.3f %+9.1f%%",
                        run.workload().name(),
                        run.scheduler(),
                        mean,
                        answer,
                        100 * (mean / answer - 1)));
            }
        }
    }
}
