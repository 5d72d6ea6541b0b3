package org.atomizable.lab.simulate.figure;

import java.util.ArrayList;
import java.util.List;
import org.atomizable.lab.simulate.figure.Svg.Anchor;
import org.atomizable.lab.simulate.figure.Svg.Point;

/** The share of jobs that are finished after so many hours: a curve for each scheduler. */
public final class CompletionPicture {

    /**
     * A scheduler.
     *
     * @param scheduler its name
     * @param jobs how many there are, finished or not
     * @param hours from the submission to the end of each finished job, in ascending order
     * @param mean of the hours
     * @param late hours after which hardly any job finishes
     */
    public record Curve(String scheduler, int jobs, List<Double> hours, double mean, double late) {}

    private static final int WIDTH = 1100;
    private static final int HEIGHT = 620;
    private static final int LEFT = 70;
    private static final int RIGHT = 220;
    private static final int TOP = 70;
    private static final int BOTTOM = 60;
    private static final List<String> DASHES = List.of("", "9 5", "2 4");

    private final double longest;
    private final Svg svg;

    private CompletionPicture(String workload, List<Curve> curves) {
        // Beyond this all curves are flat but those of a few very late jobs.
        double late = curves.stream().mapToDouble(Curve::late).max().orElse(0);
        this.longest = late > 0 ? late : 1;
        this.svg = new Svg(
                WIDTH,
                HEIGHT,
                workload + ": share of the jobs that are finished, by hours since their submission",
                "%s schedulers, over %s hours.".formatted(curves.size(), Rounded.text(longest, 1)));
    }

    /**
     * Draws the completions of a workload.
     *
     * @param workload its name or a few words for it
     * @return the text of an SVG file
     */
    public static String of(String workload, List<Curve> curves) {
        CompletionPicture picture = new CompletionPicture(workload, curves);
        picture.axes();
        for (int i = 0; i < curves.size(); i++) {
            picture.curve(curves.get(i), i);
        }
        return picture.svg.file();
    }

    private void axes() {
        for (int part = 0; part <= 4; part++) {
            svg.line(LEFT, y(part / 4.0), x(longest), y(part / 4.0), Svg.GRID);
            svg.text(LEFT - 8, y(part / 4.0) + 5, 13, Anchor.END, Svg.INK, 25 * part + " %");
        }
        double step = Ticks.step(longest, 8);
        for (double hour = 0; hour <= longest + 1e-9; hour += step) {
            svg.line(x(hour), y(0), x(hour), y(1), Svg.GRID);
            svg.text(x(hour), HEIGHT - 34, 13, Anchor.MIDDLE, Svg.INK, Ticks.label(hour, step) + " h");
        }
    }

    private void curve(Curve curve, int row) {
        String colour = Svg.COLOURS.get(row % Svg.COLOURS.size());
        String dashes = DASHES.get(row / Svg.COLOURS.size() % DASHES.size());
        List<Point> points = new ArrayList<>(List.of(new Point(x(0), y(0))));
        for (int i = 0; i < curve.hours().size() && curve.hours().get(i) <= longest; i++) {
            double x = x(curve.hours().get(i));
            points.add(new Point(x, y((double) i / curve.jobs())));
            points.add(new Point(x, y((i + 1.0) / curve.jobs())));
        }
        svg.path(points, colour, dashes);
        double y = TOP + 10 + 24.0 * row;
        svg.path(List.of(new Point(WIDTH - RIGHT + 20, y), new Point(WIDTH - RIGHT + 50, y)), colour, dashes);
        String words = "%s  %s h".formatted(curve.scheduler(), Rounded.text(curve.mean(), 2));
        svg.text(WIDTH - RIGHT + 58, y + 5, 13, Anchor.START, Svg.INK, words);
    }

    private double x(double hours) {
        return LEFT + (WIDTH - LEFT - RIGHT) * Math.min(1, hours / longest);
    }

    private static double y(double share) {
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share);
    }
}
