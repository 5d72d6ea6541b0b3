package org.atomizable.lab.simulate.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.lab.simulate.figure.Family;
import org.atomizable.lab.simulate.picture.CurvePicture;
import org.atomizable.lab.simulate.picture.Point;

/** The part of the page on an experiment with an axis: curves, means, and markets beside the best rival. */
final class CurveSection {

    private final Results results;
    private final Experiment experiment;
    private final Axis axis;
    private final Comparison comparison;

    CurveSection(Results results, Axis axis) {
        this.results = results;
        this.experiment = results.experiment();
        this.axis = axis;
        this.comparison = new Comparison(results);
    }

    String conclusion() {
        return new CurveConclusion(experiment, comparison, axis).sentence();
    }

    /** Returns the picture as SVG; empty if fewer than two points were measured. */
    Optional<String> picture() {
        List<String> points = measured();
        if (points.size() < 2) {
            return Optional.empty();
        }
        CurvePicture.Axis scale = new CurvePicture.Axis(
                axis.title(),
                axis.isLogarithmic(),
                points.stream().map(axis::value).toList(),
                points.stream().map(axis::label).toList());
        return Optional.of(CurvePicture.of(experiment.title() + " Share of the ideal", scale, curves(points)));
    }

    private List<CurvePicture.Curve> curves(List<String> points) {
        List<CurvePicture.Curve> curves = new ArrayList<>();
        for (String scheduler : experiment.schedulers()) {
            List<Point> places = points.stream()
                    .filter(it -> comparison.compared(it, family -> true).contains(scheduler))
                    .map(it -> new Point(axis.value(it), ofIdeal(it, scheduler)))
                    .toList();
            if (!places.isEmpty()) {
                curves.add(new CurvePicture.Curve(
                        scheduler, experiment.schedulers().indexOf(scheduler), places));
            }
        }
        return curves;
    }

    private double ofIdeal(String point, String scheduler) {
        return results.at(point, scheduler).stream()
                .mapToDouble(Measured::ofIdeal)
                .average()
                .orElse(0);
    }

    private List<String> measured() {
        return experiment.points().stream()
                .filter(it -> !results.schedulers(it).isEmpty())
                .toList();
    }

    /** Returns the tables in Markdown. */
    String tables() {
        List<String> schedulers = experiment.schedulers().stream()
                .filter(it -> measured().stream()
                        .anyMatch(point -> results.schedulers(point).contains(it)))
                .toList();
        List<String> markets =
                schedulers.stream().filter(it -> Family.of(it) == Family.MARKET).toList();
        String means = "Mean completion in hours:\n\n" + means(schedulers);
        return markets.isEmpty()
                ? means
                : means
                        + "\nHow much longer a job takes with a market than with the best rival of the row:\n\n"
                        + differences(markets);
    }

    private String means(List<String> schedulers) {
        List<String> head = new ArrayList<>(List.of(axis.title()));
        schedulers.forEach(it -> head.add(Wording.code(it)));
        StringBuilder table = new StringBuilder(Wording.row(head) + Wording.rule(head.size()));
        for (String point : measured()) {
            List<String> cells = new ArrayList<>(List.of(axis.label(point)));
            Optional<String> best = comparison.best(point, it -> it != Family.BOUND);
            for (String scheduler : schedulers) {
                String cell = cell(point, scheduler);
                cells.add(best.filter(scheduler::equals).isPresent() ? "**" + cell + "**" : cell);
            }
            table.append(Wording.row(cells));
        }
        return table.toString();
    }

    private String cell(String point, String scheduler) {
        List<Measured> rows = results.at(point, scheduler);
        if (rows.isEmpty()) {
            return "–";
        }
        int left = rows.stream().mapToInt(it -> it.jobs() - it.finished()).sum();
        return left > 0 ? "%s jobs unfinished".formatted(left) : Wording.mean(comparison.hours(point, scheduler));
    }

    private String differences(List<String> markets) {
        List<String> head = new ArrayList<>(List.of(axis.title(), "best rival"));
        markets.forEach(it -> head.add(Wording.code(it)));
        StringBuilder table = new StringBuilder(Wording.row(head) + Wording.rule(head.size()));
        for (String point : measured()) {
            Optional<String> rival = comparison.best(point, Family::isRival);
            if (rival.isPresent()) {
                List<String> cells = new ArrayList<>(List.of(axis.label(point), Wording.code(rival.get())));
                List<String> compared = comparison.compared(point, it -> it == Family.MARKET);
                for (String market : markets) {
                    cells.add(
                            compared.contains(market)
                                    ? Wording.difference(comparison.longer(point, market, rival.get()))
                                    : "–");
                }
                table.append(Wording.row(cells));
            }
        }
        return table.toString();
    }
}
