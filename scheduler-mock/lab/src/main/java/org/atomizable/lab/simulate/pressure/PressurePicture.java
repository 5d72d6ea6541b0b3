package org.atomizable.lab.simulate.pressure;

import java.util.Locale;
import org.atomizable.lab.simulate.figure.Rounded;
import org.atomizable.scheduler.node.airlock.ResidentClass;

/** Bars of the work that each policy lost, by class of job. */
final class PressurePicture {

    private static final int WIDTH = 760;
    private static final int LEFT = 180;
    private static final int BAR = 22;

    private PressurePicture() {}

    /** Draws the picture. Returns the text of an SVG file. */
    static String svg(PressureReport report) {
        double most = 0.001;
        for (PressurePolicy policy : PressurePolicy.values()) {
            for (ResidentClass kind : ResidentClass.values()) {
                most = Math.max(most, report.lostHours(policy, kind));
            }
        }
        StringBuilder bars = new StringBuilder();
        int y = 60;
        for (ResidentClass kind : ResidentClass.values()) {
            for (PressurePolicy policy : PressurePolicy.values()) {
                double hours = report.lostHours(policy, kind);
                double width = (WIDTH - LEFT - 90) * hours / most;
                bars.append(text(20, y + 16, lower(kind) + ", " + lower(policy)))
                        .append("<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\"/>\n"
                                .formatted(LEFT, y, Rounded.text(width, 1), BAR - 4, colour(policy)))
                        .append(text(LEFT + (int) width + 8, y + 16, Rounded.text(hours, 1) + " h"));
                y += BAR;
            }
            y += BAR / 2;
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" role="img" aria-labelledby="t" \
            font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif" font-size="13" fill="#222222">
            <title id="t">Work lost per seed by class of job and policy</title>
            <rect width="%s" height="%s" fill="#FFFFFF"/>
            %s%s</svg>
            """.formatted(
                WIDTH, y, WIDTH, y, WIDTH, y, text(20, 34, "Work lost per seed by class of job and policy"), bars);
    }

    private static String text(int x, int y, String words) {
        return "<text x=\"%s\" y=\"%s\">%s</text>\n".formatted(x, y, words);
    }

    private static String colour(PressurePolicy policy) {
        return switch (policy) {
            case AIRLOCK -> "#0072B2";
            case KERNEL -> "#D55E00";
            case NEWEST -> "#009E73";
        };
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
