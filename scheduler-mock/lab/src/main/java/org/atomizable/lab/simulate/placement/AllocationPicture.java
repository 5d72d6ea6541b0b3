package org.atomizable.lab.simulate.placement;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.atomizable.lab.simulate.figure.Interval;
import org.atomizable.lab.simulate.placement.LoadCurve.Reading;

/** The allocated GPU over the arrived load, a curve of the mean over the seeds for each policy, as SVG. */
final class AllocationPicture {

    private static final int WIDTH = 1100;
    private static final int HEIGHT = 620;
    private static final int LEFT = 70;
    private static final int RIGHT = 240;
    private static final int TOP = 70;
    private static final int BOTTOM = 70;

    /** Below this all policies place nearly everything. */
    private static final int FIRST_LOAD = 70;

    /** Okabe and Ito's colours, which colour-blind people can tell apart. */
    private static final List<String> COLOURS =
            List.of("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9");

    private final List<PlacementMeans> means;
    private final int floor;
    private final StringBuilder svg = new StringBuilder();

    private AllocationPicture(List<PlacementMeans> means) {
        this.means = means;
        double least = means.stream()
                .flatMap(it -> it.at(FIRST_LOAD, Reading::allocated).stream())
                .mapToDouble(Interval::mean)
                .min()
                .orElse(0);
        this.floor = 10 * (int) (least / 10);
    }

    /** Draws the policies of one workload. */
    static String of(String workload, List<PlacementMeans> means) {
        return new AllocationPicture(means).drawn(workload);
    }

    private String drawn(String workload) {
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%s\" height=\"%s\" viewBox=\"0 0 %s %s\" "
                .formatted(WIDTH, HEIGHT, WIDTH, HEIGHT));
        svg.append("font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
        text(20, 36, 18, workload + ": allocated share of the GPUs, by arrived load");
        axes();
        // What would be allocated if every pod fitted.
        line("#777777", "2 5", "%s,%s %s,%s".formatted(x(FIRST_LOAD), y(Math.max(FIRST_LOAD, floor)), x(100), y(100)));
        text(WIDTH - RIGHT + 20, TOP + 6, 13, "allocated at 100 % arrived");
        for (int i = 0; i < means.size(); i++) {
            curve(means.get(i), COLOURS.get(i % COLOURS.size()), TOP + 36 + 26 * i);
        }
        legend("#777777", "2 5", TOP + 36 + 26 * means.size(), "all pods placed");
        return svg.append("</svg>\n").toString();
    }

    private void axes() {
        for (int load = FIRST_LOAD; load <= LoadCurve.MOST; load += 10) {
            line("#DDDDDD", "", "%s,%s %s,%s".formatted(x(load), y(floor), x(load), y(100)));
            text((int) (LEFT + across(load)) - 14, HEIGHT - BOTTOM + 22, 13, load + " %");
        }
        for (int share = floor; share <= 100; share += 5) {
            line("#DDDDDD", "", "%s,%s %s,%s".formatted(x(FIRST_LOAD), y(share), x(LoadCurve.MOST), y(share)));
            text(22, (int) Double.parseDouble(y(share)) + 5, 13, share + " %");
        }
        text(LEFT, HEIGHT - 18, 13, "arrived: GPU that all pods asked for so far, in percent of the cluster");
    }

    private void curve(PlacementMeans policy, String colour, int row) {
        StringBuilder points = new StringBuilder();
        for (int load = FIRST_LOAD; load <= LoadCurve.MOST; load++) {
            int at = load;
            policy.at(load, Reading::allocated)
                    .ifPresent(it -> points.append("%s,%s ".formatted(x(at), y(Math.max(floor, it.mean())))));
        }
        line(colour, "", points.toString().strip());
        Optional<Interval> full = policy.at(100, Reading::allocated);
        legend(
                colour,
                "",
                row,
                policy.policy().word()
                        + full.map(it -> String.format(Locale.ROOT, "  %.2f %%", it.mean()))
                                .orElse(""));
    }

    private void legend(String colour, String dashes, int row, String words) {
        line(colour, dashes, "%s,%s %s,%s".formatted(WIDTH - RIGHT + 20, row - 4, WIDTH - RIGHT + 50, row - 4));
        text(WIDTH - RIGHT + 58, row, 13, words);
    }

    private void line(String colour, String dashes, String points) {
        svg.append("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s/>\n"
                .formatted(
                        points,
                        colour,
                        colour.equals("#DDDDDD") ? "1" : "2",
                        dashes.isEmpty() ? "" : " stroke-dasharray=\"" + dashes + "\""));
    }

    private void text(int x, int y, int size, String words) {
        svg.append("<text x=\"%s\" y=\"%s\" font-size=\"%s\" fill=\"#222222\">%s</text>\n"
                .formatted(x, y, size, words.replace("&", "&amp;").replace("<", "&lt;")));
    }

    private static double across(double load) {
        return (WIDTH - LEFT - RIGHT) * (load - FIRST_LOAD) / (LoadCurve.MOST - FIRST_LOAD);
    }

    private static String x(double load) {
        return String.format(Locale.ROOT, "%.1f", LEFT + across(load));
    }

    private String y(double share) {
        return String.format(
                Locale.ROOT, "%.1f", TOP + (HEIGHT - TOP - BOTTOM) * (100 - share) / Math.max(1, 100 - floor));
    }
}
