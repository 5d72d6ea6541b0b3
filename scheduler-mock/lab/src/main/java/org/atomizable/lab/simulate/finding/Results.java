package org.atomizable.lab.simulate.finding;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.atomizable.api.AtomizableException;
import org.atomizable.lab.simulate.figure.Rounded;

/**
 * What was measured in an experiment.
 *
 * <pre>{@code
 * # results 1                                                                    the form of this file
 * point,scheduler,seed,jobs,finished,meanCompletionHours,…                       columns
 * 0.5,easy,1,100,100,1.2345,…
 * }</pre>
 *
 * @param experiment what was to be measured
 * @param rows in the order of the plan: point, scheduler, seed
 */
public record Results(Experiment experiment, List<Measured> rows) {

    private static final String FORM = "# results 1";
    private static final String COLUMNS = "point,scheduler,seed,jobs,finished,meanCompletionHours,p95CompletionHours,"
            + "meanBoundedSlowdown,deadlineMisses,overheadShare,windowFill,ofIdeal";
    private static final int CELLS = 12;
    private static final int DECIMALS = 5;

    /** Sorts the rows, and leaves those out that are not in the plan. */
    public Results {
        rows = rows.stream()
                .filter(it -> experiment.points().contains(it.point())
                        && experiment.schedulers().contains(it.scheduler()))
                .sorted(Comparator.comparingInt(
                                (Measured it) -> experiment.points().indexOf(it.point()))
                        .thenComparingInt(it -> experiment.schedulers().indexOf(it.scheduler()))
                        .thenComparingLong(Measured::seed))
                .toList();
    }

    /** Returns the name of the file of an experiment. */
    static String file(Experiment experiment) {
        return experiment.name() + ".csv";
    }

    /**
     * Reads the results of an experiment; none if it has no file yet.
     *
     * @throws AtomizableException if the file cannot be read or is wrong; the message names the line
     */
    public static Results read(Path directory, Experiment experiment) throws AtomizableException {
        Path file = directory.resolve(file(experiment));
        if (!Files.exists(file)) {
            return new Results(experiment, List.of());
        }
        List<Measured> rows = new ArrayList<>();
        List<String> lines = lines(file);
        if (lines.size() < 2 || !lines.get(0).equals(FORM) || !lines.get(1).equals(COLUMNS)) {
            throw wrong(file, 1, "the file must begin with \"%s\" and the columns".formatted(FORM));
        }
        for (int i = 2; i < lines.size(); i++) {
            List<String> cells = Arrays.asList(lines.get(i).split(",", -1));
            if (cells.size() != CELLS) {
                throw wrong(file, i + 1, "there are %s cells, not %s".formatted(cells.size(), CELLS));
            }
            try {
                rows.add(row(cells));
            } catch (NumberFormatException e) {
                throw wrong(file, i + 1, "a cell is no number");
            }
        }
        return new Results(experiment, rows);
    }

    private static List<String> lines(Path file) throws AtomizableException {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new AtomizableException("%s cannot be read (%s)".formatted(file, e), "Correct --results.", e);
        }
    }

    private static AtomizableException wrong(Path file, int line, String what) {
        return new AtomizableException(
                "%s, line %s: %s".formatted(file, line, what), "Make the file again with --run.");
    }

    private static Measured row(List<String> cells) {
        return new Measured(
                cells.get(0),
                cells.get(1),
                Long.parseLong(cells.get(2)),
                Integer.parseInt(cells.get(3)),
                Integer.parseInt(cells.get(4)),
                Double.parseDouble(cells.get(5)),
                Double.parseDouble(cells.get(6)),
                Double.parseDouble(cells.get(7)),
                Integer.parseInt(cells.get(8)),
                Double.parseDouble(cells.get(9)),
                Double.parseDouble(cells.get(10)),
                Double.parseDouble(cells.get(11)));
    }

    /** Returns the text of the file. */
    public String text() {
        StringBuilder text = new StringBuilder(FORM + "\n" + COLUMNS + "\n");
        for (Measured row : rows) {
            text.append(String.join(",", row.point(), row.scheduler()))
                    .append("," + row.seed() + "," + row.jobs() + "," + row.finished() + ",")
                    .append(rounded(row.meanCompletionHours(), row.p95CompletionHours(), row.meanBoundedSlowdown()))
                    .append("," + row.deadlineMisses() + ",")
                    .append(rounded(row.overheadShare(), row.windowFill(), row.ofIdeal()))
                    .append('\n');
        }
        return text.toString();
    }

    private static String rounded(double... values) {
        return String.join(
                ",",
                Arrays.stream(values).mapToObj(it -> Rounded.text(it, DECIMALS)).toList());
    }

    /** Returns these results with other ones of a point; older ones of the same schedulers there are dropped. */
    Results with(List<Measured> others) {
        Predicate<Measured> isReplaced = row -> others.stream()
                .anyMatch(it -> it.point().equals(row.point()) && it.scheduler().equals(row.scheduler()));
        List<Measured> all = new ArrayList<>(rows);
        all.removeIf(isReplaced);
        all.addAll(others);
        return new Results(experiment, all);
    }

    /** Returns what a scheduler achieved at a point, by seed; nothing if it was not run there. */
    List<Measured> at(String point, String scheduler) {
        return rows.stream()
                .filter(it -> it.point().equals(point) && it.scheduler().equals(scheduler))
                .toList();
    }

    /** Returns a figure by seed. */
    static SortedMap<Long, Double> bySeed(List<Measured> rows, ToDoubleFunction<Measured> figure) {
        SortedMap<Long, Double> values = new TreeMap<>();
        rows.forEach(it -> values.put(it.seed(), figure.applyAsDouble(it)));
        return values;
    }

    /** Returns the schedulers that were run at a point, in the order of the plan. */
    List<String> schedulers(String point) {
        return experiment.schedulers().stream()
                .filter(it -> !at(point, it).isEmpty())
                .toList();
    }
}
