package org.atomizable.lab.simulate.finding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.atomizable.lab.simulate.figure.Family;
import org.atomizable.lab.simulate.figure.Rounded;
import org.atomizable.lab.simulate.picture.GapPicture;

/** The part of the page on one point of an experiment without an axis: bars, and a table of all schedulers. */
final class WorkloadSection {

    private final Results results;
    private final String point;
    private final Comparison comparison;

    WorkloadSection(Results results, String point) {
        this.results = results;
        this.point = point;
        this.comparison = new Comparison(results);
    }

    String conclusion() {
        Optional<String> market = comparison.best(point, it -> it == Family.MARKET);
        Optional<String> rival = comparison.best(point, Family::isRival);
        if (market.isEmpty() || rival.isEmpty()) {
            return "On %s, no market was measured beside a rival.".formatted(Wording.code(point));
        }
        String whole = comparison
                .best(point, it -> it == Family.RIGID)
                .filter(it -> !it.equals(rival.get()))
                .map(it -> ", and %s than with %s, the best that %s"
                        .formatted(time(market.get(), it), Wording.code(it), Family.RIGID.words()))
                .orElse("");
        return "On %s a job takes %s with the best market, %s, than with the best rival, %s%s."
                .formatted(
                        Wording.code(point),
                        time(market.get(), rival.get()),
                        Wording.code(market.get()),
                        Wording.code(rival.get()),
                        whole);
    }

    private String time(String market, String rival) {
        return Wording.time(comparison.longer(point, market, rival).mean());
    }

    /** Returns the picture as SVG. */
    String picture() {
        return GapPicture.of(
                point,
                results.schedulers(point).stream()
                        .filter(it -> average(it, Measured::ofIdeal) > 0)
                        .map(it -> new GapPicture.Bar(
                                it,
                                average(it, Measured::ofIdeal),
                                comparison.hours(point, it).mean()))
                        .toList());
    }

    /** Returns the table in Markdown, the best mean completion first. */
    String table() {
        boolean deadlines = results.rows().stream().anyMatch(it -> it.deadlineMisses() > 0);
        Optional<String> rival = comparison.best(point, Family::isRival);
        List<String> head = new ArrayList<>(
                List.of("scheduler", "mean completion h", "of ideal", "p95 h", "bounded slowdown", "overhead", "fill"));
        if (deadlines) {
            head.add("deadlines missed");
        }
        rival.ifPresent(it -> head.add("beside " + Wording.code(it)));
        StringBuilder table = new StringBuilder(Wording.row(head) + Wording.rule(head.size()));
        results.schedulers(point).stream()
                .sorted(Comparator.comparingDouble(
                        it -> comparison.hours(point, it).mean()))
                .forEach(it -> table.append(Wording.row(cells(it, deadlines, rival))));
        return table.toString();
    }

    private List<String> cells(String scheduler, boolean deadlines, Optional<String> rival) {
        List<Measured> rows = results.at(point, scheduler);
        int left = rows.stream().mapToInt(it -> it.jobs() - it.finished()).sum();
        List<String> cells = new ArrayList<>(List.of(
                Wording.code(scheduler),
                left > 0 ? "%s jobs unfinished".formatted(left) : Wording.mean(comparison.hours(point, scheduler)),
                Rounded.percent(average(scheduler, Measured::ofIdeal)),
                Rounded.text(average(scheduler, Measured::p95CompletionHours), 1),
                Rounded.text(average(scheduler, Measured::meanBoundedSlowdown), 1),
                Rounded.text(100 * average(scheduler, Measured::overheadShare), 1) + " %",
                Rounded.percent(average(scheduler, Measured::windowFill))));
        if (deadlines) {
            cells.add(Rounded.text(average(scheduler, Measured::deadlineMisses), 1));
        }
        rival.ifPresent(it -> cells.add(
                left > 0 || it.equals(scheduler) || Family.of(scheduler) == Family.BOUND
                        ? "–"
                        : Wording.difference(comparison.longer(point, scheduler, it))));
        return cells;
    }

    private double average(String scheduler, ToDoubleFunction<Measured> figure) {
        return results.at(point, scheduler).stream()
                .mapToDouble(figure)
                .average()
                .orElse(0);
    }
}
