package org.atomizable.lab.simulate.partition;

import java.util.List;
import java.util.Locale;

/** The share of the jobs that are finished so many hours after they came: a curve for each policy, of the first seed. */
final class PartitionPicture {

    private static final int WIDTH = 960;
    private static final int HEIGHT = 520;
    private static final int LEFT = 70;
    private static final int RIGHT = 230;
    private static final int TOP = 60;
    private static final int BOTTOM = 60;

    /** Okabe and Ito's colours, which colour-blind people can tell apart. */
    private static final List<String> COLOURS = List.of("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00");

    private final StringBuilder svg = new StringBuilder();
    private final double longest;

    private PartitionPicture(List<PartitionResult> results) {
        this.longest =
                results.stream().mapToDouble(it -> it.percentileHours(1)).max().orElse(1);
    }

    static String svg(List<PartitionResult> results) {
        long seed = results.get(0).seed();
        List<PartitionResult> first =
                results.stream().filter(it -> it.seed() == seed).toList();
        return new PartitionPicture(first).draw(first);
    }

    private String draw(List<PartitionResult> results) {
        write(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %s %s\" font-family=\"sans-serif\""
                        + " font-size=\"13\">%n",
                WIDTH, HEIGHT);
        write("<rect width=\"%s\" height=\"%s\" fill=\"white\"/>%n", WIDTH, HEIGHT);
        text(20, 32, 17, "Share of the jobs that are finished, by hours since their arrival");
        for (int part = 0; part <= 4; part++) {
            line(LEFT, y(part / 4.0), x(longest), y(part / 4.0), "#DDDDDD", 1);
            text(20, y(part / 4.0) + 5, 13, 25 * part + " %");
        }
        double step = StrictMath.pow(10, Math.floor(StrictMath.log10(longest)));
        step = longest / step < 2 ? step / 5 : longest / step < 5 ? step / 2 : step;
        for (int i = 0; i * step <= longest; i++) {
            line(x(i * step), y(0), x(i * step), y(1), "#DDDDDD", 1);
            text(
                    x(i * step) - 12,
                    HEIGHT - 34,
                    13,
                    String.format(Locale.ROOT, step < 1 ? "%.1f h" : "%.0f h", i * step));
        }
        for (int i = 0; i < results.size(); i++) {
            curve(results.get(i), COLOURS.get(i % COLOURS.size()), TOP + 10 + 24 * i);
        }
        return svg.append("</svg>\n").toString();
    }

    private void curve(PartitionResult result, String colour, int row) {
        double[] hours = result.run().completions().stream()
                .mapToDouble(it -> it.seconds() / 3600)
                .sorted()
                .toArray();
        write("<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\" d=\"M%.1f %.1f", colour, x(0), y(0));
        for (int i = 0; i < hours.length; i++) {
            write("H%.1fV%.1f", x(hours[i]), y((i + 1.0) / hours.length));
        }
        write("H%.1f\"/>%n", x(longest));
        line(WIDTH - RIGHT + 20, row, WIDTH - RIGHT + 50, row, colour, 2);
        text(
                WIDTH - RIGHT + 58,
                row + 5,
                13,
                String.format(Locale.ROOT, "%s  %.2f h", result.policy(), result.meanHours()));
    }

    private void line(double x1, double y1, double x2, double y2, String colour, int width) {
        write("<path stroke=\"%s\" stroke-width=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\"/>%n", colour, width, x1, y1, x2, y2);
    }

    private void text(double x, double y, int size, String words) {
        write("<text x=\"%.1f\" y=\"%.1f\" font-size=\"%s\" fill=\"#222222\">%s</text>%n", x, y, size, words);
    }

    private void write(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format.replace("%n", "\n"), values));
    }

    private double x(double hours) {
        return LEFT + (WIDTH - LEFT - RIGHT) * hours / longest;
    }

    private static double y(double share) {
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share);
    }
}
