package org.atomizable.lab.simulate.picture;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.atomizable.lab.simulate.figure.Family;
import org.atomizable.lab.simulate.figure.Rounded;
import org.atomizable.lab.simulate.picture.Svg.Anchor;

/** How near schedulers come to the ideal while one thing varies: a curve for each, with its name at its end. */
public final class CurvePicture {

    /**
     * The horizontal axis.
     *
     * @param title what varies, with its unit
     * @param logarithmic whether equal steps are equal ratios; all values must be more than 0 then
     * @param ticks the values that were tried, in ascending order
     * @param labels a few characters for each of them
     */
    public record Axis(String title, boolean logarithmic, List<Double> ticks, List<String> labels) {

        public Axis {
            ticks = List.copyOf(ticks);
            labels = List.copyOf(labels);
            if (ticks.size() < 2 || ticks.size() != labels.size()) {
                throw new IllegalArgumentException(
                        "an axis needs two values or more and a label for each, had %s and %s"
                                .formatted(ticks, labels));
            }
        }
    }

    /**
     * A curve; those of markets are thick, the others dashed.
     *
     * @param name of a scheduler
     * @param style number of its colour and marker, 0 or more; with the same number, a scheduler looks the same in several pictures
     * @param points value on the axis, and share of the ideal from 0 to 1; in ascending order, at least one
     */
    public record Curve(String name, int style, List<Point> points) {

        public Curve {
            points = List.copyOf(points);
            if (points.isEmpty()) {
                throw new IllegalArgumentException("curve %s has no points".formatted(name));
            }
        }

        Point last() {
            return points.get(points.size() - 1);
        }
    }

    private record Label(double y, int curve) {}

    private static final int WIDTH = 960;
    private static final int HEIGHT = 520;
    private static final int LEFT = 64;
    private static final int RIGHT = 210;
    private static final int TOP = 64;
    private static final int BOTTOM = 74;
    private static final int LINE = 19;

    private final Axis axis;
    private final List<Curve> curves;
    private final Svg svg;

    private CurvePicture(String title, Axis axis, List<Curve> curves) {
        this.axis = axis;
        this.curves = curves;
        List<String> ends = curves.stream()
                .map(it -> "%s from %s to %s"
                        .formatted(
                                it.name(),
                                Rounded.percent(it.points().get(0).y()),
                                Rounded.percent(it.last().y())))
                .toList();
        this.svg = new Svg(
                WIDTH,
                HEIGHT,
                title,
                "Share of the ideal over %s: %s.".formatted(axis.title(), String.join("; ", ends)));
    }

    /** Draws curves. Returns the text of an SVG file. */
    public static String of(String title, Axis axis, List<Curve> curves) {
        return new CurvePicture(title, axis, List.copyOf(curves)).drawn();
    }

    private String drawn() {
        for (int part = 0; part <= 4; part++) {
            svg.line(LEFT, y(part / 4.0), WIDTH - RIGHT, y(part / 4.0), Svg.GRID);
            svg.text(LEFT - 10, y(part / 4.0) + 5, 13, Anchor.END, Svg.INK, 25 * part + " %");
        }
        for (int i = 0; i < axis.ticks().size(); i++) {
            double x = x(axis.ticks().get(i));
            svg.line(x, y(0), x, y(1), Svg.GRID);
            svg.text(
                    x,
                    HEIGHT - BOTTOM + 22,
                    13,
                    Anchor.MIDDLE,
                    Svg.INK,
                    axis.labels().get(i));
        }
        svg.text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 22, 14, Anchor.MIDDLE, Svg.INK, axis.title());
        for (int i = 0; i < curves.size(); i++) {
            curve(i);
        }
        labels().forEach(this::label);
        return svg.file();
    }

    private void curve(int index) {
        List<Point> points = curves.get(index).points().stream()
                .map(it -> new Point(x(it.x()), y(it.y())))
                .toList();
        Curve curve = curves.get(index);
        svg.path(points, colour(curve), Family.of(curve.name()) == Family.MARKET);
        points.forEach(it -> svg.polygon(marker(it, curve), colour(curve)));
    }

    /** Circles are left out: four shapes differ more than circles from octagons. */
    private static List<Point> marker(Point at, Curve curve) {
        double r = 5;
        return switch (curve.style() % 4) {
            case 0 -> around(at, -r, -r, r, -r, r, r, -r, r);
            case 1 -> around(at, 0, -r - 2, r + 2, 0, 0, r + 2, -r - 2, 0);
            case 2 -> around(at, 0, -r - 2, r + 1, r, -r - 1, r);
            default -> around(at, -r - 1, -r, r + 1, -r, 0, r + 2);
        };
    }

    private static List<Point> around(Point at, double... offsets) {
        List<Point> corners = new ArrayList<>();
        for (int i = 0; i < offsets.length; i += 2) {
            corners.add(new Point(at.x() + offsets[i], at.y() + offsets[i + 1]));
        }
        return corners;
    }

    /** Returns a place for each name, as near to the end of its curve as the others allow. */
    private List<Label> labels() {
        List<Label> wanted = new ArrayList<>();
        for (int i = 0; i < curves.size(); i++) {
            wanted.add(new Label(y(curves.get(i).last().y()), i));
        }
        wanted.sort(Comparator.comparingDouble(Label::y).thenComparingInt(Label::curve));
        List<Label> placed = new ArrayList<>();
        double next = TOP;
        for (int i = 0; i < wanted.size(); i++) {
            double lowest = HEIGHT - BOTTOM - LINE * (wanted.size() - 1.0 - i);
            double y = Math.max(next, Math.min(wanted.get(i).y(), lowest));
            placed.add(new Label(y, wanted.get(i).curve()));
            next = y + LINE;
        }
        return placed;
    }

    private void label(Label label) {
        Curve curve = curves.get(label.curve());
        Point end = curve.last();
        if (end.x() >= axis.ticks().get(axis.ticks().size() - 1)) {
            svg.line(x(end.x()) + 8, y(end.y()), WIDTH - RIGHT + 34, label.y(), colour(curve));
        }
        svg.polygon(marker(new Point(WIDTH - RIGHT + 40, label.y()), curve), colour(curve));
        svg.text(WIDTH - RIGHT + 54, label.y() + 5, 13, Anchor.START, Svg.INK, curve.name());
    }

    private static String colour(Curve curve) {
        return Svg.COLOURS.get(curve.style() % Svg.COLOURS.size());
    }

    private double x(double value) {
        double first = scaled(axis.ticks().get(0));
        double last = scaled(axis.ticks().get(axis.ticks().size() - 1));
        return LEFT + 14 + (WIDTH - LEFT - RIGHT - 28) * (scaled(value) - first) / (last - first);
    }

    private double scaled(double value) {
        return axis.logarithmic() ? StrictMath.log(value) : value;
    }

    private static double y(double share) {
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - Math.min(1, share));
    }
}
