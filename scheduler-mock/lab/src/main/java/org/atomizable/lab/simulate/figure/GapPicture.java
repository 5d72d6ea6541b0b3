package org.atomizable.lab.simulate.figure;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.atomizable.lab.simulate.figure.Svg.Anchor;

/** How near each scheduler comes to the ideal: a bar for each, the best one first. */
public final class GapPicture {

    /**
     * A scheduler.
     *
     * @param scheduler its name
     * @param ofIdeal mean completion of {@code ideal} divided by that of the scheduler; more than 0
     * @param hours mean completion in hours
     */
    public record Bar(String scheduler, double ofIdeal, double hours) {}

    private static final int WIDTH = 960;
    private static final int LEFT = 170;
    private static final int RIGHT = 170;
    private static final int TOP = 90;
    private static final int ROW = 24;
    private static final int BOTTOM = 50;
    private static final String GAP = "#F1F1F1";

    private static final Map<Family, String> COLOURS = Map.of(
            Family.MARKET, "#0072B2",
            Family.RIGID, "#D55E00",
            Family.REQUEUE, "#E69F00",
            Family.CENTRAL, "#009E73",
            Family.BOUND, "#999999");

    private final List<Bar> bars;
    private final Svg svg;

    private GapPicture(String workload, List<Bar> unsorted) {
        this.bars = unsorted.stream()
                .sorted(Comparator.comparingDouble((Bar it) -> -it.ofIdeal()).thenComparing(Bar::scheduler))
                .toList();
        String description = bars.isEmpty()
                ? "Nothing was measured."
                : "%s schedulers. Nearest to the ideal: %s, %s. Farthest: %s, %s."
                        .formatted(
                                bars.size(),
                                bars.get(0).scheduler(),
                                Rounded.percent(bars.get(0).ofIdeal()),
                                bars.get(bars.size() - 1).scheduler(),
                                Rounded.percent(bars.get(bars.size() - 1).ofIdeal()));
        this.svg = new Svg(
                WIDTH,
                TOP + ROW * bars.size() + BOTTOM,
                workload + ": share of the ideal (its mean completion / the scheduler's)",
                description);
    }

    /**
     * Draws the gaps on a workload.
     *
     * @param workload its name or a few words for it
     * @return the text of an SVG file
     */
    public static String of(String workload, List<Bar> bars) {
        return new GapPicture(workload, bars).drawn();
    }

    private String drawn() {
        legend();
        int bottom = TOP + ROW * bars.size();
        for (int part = 0; part <= 4; part++) {
            svg.line(x(part / 4.0), TOP - 6, x(part / 4.0), bottom + 6, Svg.GRID);
            svg.text(x(part / 4.0), bottom + 24, 13, Anchor.MIDDLE, Svg.INK, 25 * part + " %");
        }
        for (int i = 0; i < bars.size(); i++) {
            bar(bars.get(i), TOP + ROW * i);
        }
        return svg.file();
    }

    private void bar(Bar bar, int y) {
        svg.text(LEFT - 10, y + 16, 13, Anchor.END, Svg.INK, bar.scheduler());
        svg.rectangle(LEFT, y + 3, x(1) - LEFT, ROW - 6, GAP);
        svg.rectangle(LEFT, y + 3, x(bar.ofIdeal()) - LEFT, ROW - 6, colour(Family.of(bar.scheduler())));
        svg.text(WIDTH - 100, y + 16, 13, Anchor.END, Svg.INK, Rounded.percent(bar.ofIdeal()));
        svg.text(WIDTH - 24, y + 16, 13, Anchor.END, Svg.INK, Rounded.text(bar.hours(), 2) + " h");
    }

    private void legend() {
        double x = LEFT;
        for (Family family : Family.values()) {
            if (bars.stream().anyMatch(it -> Family.of(it.scheduler()) == family)) {
                svg.rectangle(x, 52, 14, 14, colour(family));
                svg.text(x + 20, 64, 13, Anchor.START, Svg.INK, family.words());
                x += 46 + 6.6 * family.words().length();
            }
        }
    }

    private static String colour(Family family) {
        return COLOURS.getOrDefault(family, Svg.INK);
    }

    /** The fluid bound is several times better than the ideal; its bar ends there. */
    private static double x(double share) {
        return LEFT + (WIDTH - LEFT - RIGHT) * Math.min(1, share);
    }
}
